import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { dataOf, sessionTokensOf } from '../../api-client/create-typed-client.ts';
import { expectError } from '../support/expect-error.ts';
import { inviteMember } from '../support/invite-member.ts';
import { assignOwner, createApplication, issuesOf } from '../support/ownership/ownership-client.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestApi } from '../support/use-test-api.ts';

const api = useTestApi();

const run = async (...words: string[]) => {
  const script = fileURLToPath(new URL('../../db/admin.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL: api.database.url };
  return promisify(execFile)(process.execPath, [script, ...words], { env });
};

test('recover restores access of an administrator with a new password', async (t) => {
  const { email, client, organizationId, userId } = await api.signUp();
  const { slug } = await dataOf(client.GET('/api/v1/organization'));
  await queryAsOwner(
    api.database.url,
    "update users set status = 'deactivated', roles = '{viewer}' where id = $1",
    [userId],
  );
  const { stdout } = await run('recover', slug, email.toUpperCase());
  const password = /Password: (\S+)/.exec(stdout)?.[1] ?? '';
  const login = await sessionTokensOf(
    api.anonymous.POST('/api/v1/auth/login', { body: { email, password } }),
  );
  t.deepEqual(login.roles, ['platform_admin', 'viewer']);
  const me = client.GET('/api/v1/auth/me');
  await expectError(t, me, 401, 'invalid_token', 'earlier sessions are revoked');
  const [entry] = await queryAsOwner<{ actor_type: string; row: string }>(
    api.database.url,
    "select actor_type, audit_entries::text as row from audit_entries where organization_id = $1 and action = 'member.recovered'",
    [organizationId],
  );
  t.is(entry?.actor_type, 'system');
  t.false(entry?.row.includes(password));
});

test('recover makes the user own applications again', async (t) => {
  const admin = await api.signUp();
  const { client, organizationId } = admin;
  const engineer = await inviteMember(api, admin, ['engineer']);
  const shop = await createApplication(client, 'Shop');
  await dataOf(assignOwner(client, shop, { user_id: engineer.userId }));
  const path = { user_id: engineer.userId };
  await dataOf(client.DELETE('/api/v1/organization/members/{user_id}', { params: { path } }));
  t.deepEqual(await issuesOf(client), ['unowned_application open Shop']);
  await queryAsOwner(api.database.url, 'delete from inference_queue where organization_id = $1', [
    organizationId,
  ]);
  for (let repeat = 0; repeat < 2; repeat += 1) await run('recover', organizationId, engineer.email);
  t.deepEqual(await issuesOf(client), []);
  const query = { kind: 'inherited_changed' } as const;
  const { items } = await dataOf(client.GET('/api/v1/ownership/events', { params: { query } }));
  t.deepEqual(
    items.map(({ target, actor }) => [target.id, actor?.id]),
    [
      [engineer.userId, undefined],
      [engineer.userId, admin.userId],
    ],
  );
  const queued = await queryAsOwner<{ kind: string; subject_id: string }>(
    api.database.url,
    'select kind, subject_id from inference_queue where organization_id = $1',
    [organizationId],
  );
  t.deepEqual(queued, [{ kind: 'application', subject_id: shop }]);
});

test('recover reports an unknown organization or user and changes nothing', async (t) => {
  const [one, two] = [await api.signUp(), await api.signUp()];
  await t.throwsAsync(run('recover', 'no-such-organization', one.email), {
    message: /There is no organization/,
  });
  await t.throwsAsync(run('recover', one.organizationId, two.email), { message: /is not a member of/ });
  await t.throwsAsync(run('recover'), { message: /usage/ });
  const { email, password } = two;
  const login = await api.anonymous.POST('/api/v1/auth/login', { body: { email, password } });
  t.is(login.response.status, 200);
});
