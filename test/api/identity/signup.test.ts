import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

test('returns the user, organization and roles of a new administrator', async (t) => {
  const { client, email, organizationId } = await api.signUp();
  const { user, organization, roles } = await dataOf(client.GET('/api/v1/auth/me'));
  t.is(user?.email, email);
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

test('derives a free slug when many organizations have the same one', async (t) => {
  const numbered = Array.from({ length: 60 }, (_, index) =>
    index === 0 ? 'organization' : `organization-${index + 1}`,
  );
  await queryAsOwner(
    api.database.url,
    `insert into organizations (id, name, slug) select gen_random_uuid(), '東京', unnest($1::text[])`,
    [numbered],
  );
  const slugs = await Promise.all(
    Array.from({ length: 3 }, async (_, index) => {
      const { organization } = await dataOf(
        api.anonymous.POST('/api/v1/auth/signup', {
          body: {
            organization_name: '東京',
            name: 'A',
            email: `many-${index}@example.com`,
            password: 'correct horse battery',
          },
        }),
      );
      return organization.slug;
    }),
  );
  t.deepEqual(slugs.toSorted(), ['organization-61', 'organization-62', 'organization-63']);
});
