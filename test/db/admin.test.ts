import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { dataOf } from '../../dev/api-client/create-typed-client.ts';
import { expectError } from '../support/expect-error.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestApi } from '../support/use-test-api.ts';

const api = useTestApi();

const run = async (...words: string[]) => {
  const script = fileURLToPath(new URL('../../db/admin.js', import.meta.url));
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
  const login = await dataOf(api.anonymous.POST('/api/v1/auth/login', { body: { email, password } }));
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
