import test from 'ava';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

test('returns the user, organization and roles of a new administrator', async (t) => {
  const { client, email, organizationId } = await api.signUp();
  const me = await client.get<{ user: { email: string }; organization: { id: string }; roles: string[] }>(
    '/auth/me',
  );
  t.is(me.status, 200);
  t.is(me.body.user.email, email);
  t.is(me.body.organization.id, organizationId);
  t.deepEqual(me.body.roles, ['platform_admin']);
});

test('appends a number to a derived slug that is taken, and rejects a given one', async (t) => {
  const body = (email: string, slug?: string) => ({
    organization_name: 'Slug & Co',
    ...(slug === undefined ? {} : { organization_slug: slug }),
    name: 'A',
    email,
    password: 'correct horse battery',
  });
  const first = await api.anonymous.post<{ organization: { slug: string } }>(
    '/auth/signup',
    body('s1@example.com'),
  );
  const second = await api.anonymous.post<{ organization: { slug: string } }>(
    '/auth/signup',
    body('s2@example.com'),
  );
  t.deepEqual([first.body.organization.slug, second.body.organization.slug], ['slug-co', 'slug-co-2']);
  const third = await api.anonymous.post('/auth/signup', body('s3@example.com', 'slug-co'));
  t.is(third.status, 409);
  t.is(third.body['code'], 'slug_taken');
  const fourth = await api.anonymous.post('/auth/signup', body('S1@Example.com'));
  t.is(fourth.body['code'], 'email_taken');
});
