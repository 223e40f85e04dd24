import test from 'ava';
import { dataOf } from '../../../dev/api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

test('returns the user, organization and roles of a new administrator', async (t) => {
  const { client, email, organizationId } = await api.signUp();
  const { user, organization, roles } = await dataOf(client.GET('/api/v1/auth/me'));
  t.is(user.email, email);
  t.is(organization.id, organizationId);
  t.deepEqual(roles, ['platform_admin']);
});

test('appends a number to a derived slug that is taken, and rejects a given one', async (t) => {
  const signUp = (email: string, slug?: string) =>
    api.anonymous.POST('/api/v1/auth/signup', {
      body: {
        organization_name: 'Slug & Co',
        ...(slug === undefined ? {} : { organization_slug: slug }),
        name: 'A',
        email,
        password: 'correct horse battery',
      },
    });
  const first = await dataOf(signUp('s1@example.com'));
  const second = await dataOf(signUp('s2@example.com'));
  t.deepEqual([first.organization.slug, second.organization.slug], ['slug-co', 'slug-co-2']);
  await expectError(t, signUp('s3@example.com', 'slug-co'), 409, 'slug_taken');
  await expectError(t, signUp('S1@Example.com'), 409, 'email_taken');
});
