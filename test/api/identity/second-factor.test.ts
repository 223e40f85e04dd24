import { Secret, TOTP } from 'otpauth';
import test from 'ava';
import { dataOf, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import { recoverAdministrator } from '../../../db/organizations/recover-administrator.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createClient } from '../../support/test-api.ts';
import type { SignedUp, TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const period = 30_000;

const logIn = ({ email, password }: Pick<SignedUp, 'email' | 'password'>) =>
  api.anonymous.POST('/api/v1/auth/login', { body: { email, password } });

const complete = (token: string, code: string) =>
  api.anonymous.POST('/api/v1/auth/login/mfa', { body: { mfa_token: token, code } });

async function challengeOf(user: Pick<SignedUp, 'email' | 'password'>): Promise<string> {
  const { data, response } = await logIn(user);
  if (response.status !== 202 || data === undefined || !('mfa_token' in data))
    throw new Error(`login answered ${response.status}`);
  return data.mfa_token;
}

/** An app that never gives the same code twice: each call is a period later, within the two that are accepted. */
function appOf(secret: string): (periods?: number) => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (periods = 0) => totp.generate({ timestamp: Date.now() + periods * period });
}

async function enrol({ client, password }: Pick<SignedUp, 'client' | 'password'>) {
  const enrolment = await dataOf(client.POST('/api/v1/auth/mfa/totp', { body: { password } }));
  const app = appOf(enrolment.secret);
  const confirmed = await dataOf(client.POST('/api/v1/auth/mfa/totp/confirm', { body: { code: app(-1) } }));
  return { ...enrolment, app, recoveryCodes: confirmed.recovery_codes };
}

const stateOf = (client: TestClient) => dataOf(client.GET('/api/v1/auth/mfa'));

test('a login needs a code after the factor is confirmed, and each code is accepted once', async (t) => {
  const user = await api.signUp();
  const other = await sessionTokensOf(logIn(user));
  t.deepEqual(await stateOf(user.client), { enrolled: false, recovery_codes_left: 0, required: false });
  const enrolment = await dataOf(
    user.client.POST('/api/v1/auth/mfa/totp', { body: { password: user.password } }),
  );
  t.regex(enrolment.uri, /^otpauth:\/\/totp\/Cloud%20Inventory:/);
  t.regex(enrolment.qr, /^<svg /);
  t.is((await logIn(user)).response.status, 200, 'the factor is not confirmed');
  const app = appOf(enrolment.secret);
  const confirm = (code: string) => user.client.POST('/api/v1/auth/mfa/totp/confirm', { body: { code } });
  await expectError(t, confirm('000000'), 401, 'invalid_credentials');
  const first = app(-1);
  const { recovery_codes: codes } = await dataOf(confirm(first));
  t.is(new Set(codes).size, 10);
  await expectError(t, confirm(app()), 409, 'conflict');
  const anew = user.client.POST('/api/v1/auth/mfa/totp', { body: { password: user.password } });
  await expectError(t, anew, 409, 'conflict');
  t.deepEqual(await stateOf(user.client), { enrolled: true, recovery_codes_left: 10, required: false });
  const ended = createClient(api.url, other.access_token).GET('/api/v1/auth/me');
  await expectError(t, ended, 401, 'invalid_token', 'other sessions end');

  const token = await challengeOf(user);
  await expectError(t, createClient(api.url, token).GET('/api/v1/auth/me'), 401, 'invalid_token');
  await expectError(
    t,
    complete(token, first),
    401,
    'invalid_credentials',
    'the code of the confirmation was used',
  );
  const code = app();
  const issued = await dataOf(complete(token, code));
  t.is((await createClient(api.url, issued.access_token).GET('/api/v1/auth/me')).response.status, 200);
  await expectError(
    t,
    complete(token, app(1)),
    401,
    'invalid_token',
    'the token ends with the first right code',
  );
  await expectError(
    t,
    complete(await challengeOf(user), code),
    401,
    'invalid_credentials',
    'the code was used',
  );
  t.is((await complete(await challengeOf(user), app(1))).response.status, 200);
  const refreshed = api.anonymous.POST('/api/v1/auth/refresh', {
    body: { refresh_token: issued.refresh_token },
  });
  t.is((await refreshed).response.status, 200);
});

test('a recovery code replaces a code once, also while wrong codes are limited', async (t) => {
  const user = await api.signUp();
  const { recoveryCodes, app } = await enrol(user);
  const [first = '', second = ''] = recoveryCodes;
  const token = await challengeOf(user);
  t.is((await complete(token, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).response.status, 200);
  t.is((await stateOf(user.client)).recovery_codes_left, 9);
  await expectError(t, complete(await challengeOf(user), first), 401, 'invalid_credentials');
  let last = await challengeOf(user);
  for (let count = 1; count <= 10; count += 1) {
    await expectError(t, complete(last, '000000'), 401, 'invalid_credentials', String(count));
    if (count % 5 === 0) {
      await expectError(
        t,
        complete(last, app()),
        401,
        'invalid_token',
        'the fifth wrong code ends the login',
      );
      last = await challengeOf(user);
    }
  }
  await expectError(t, complete(last, app()), 429, 'rate_limited');
  t.is((await complete(last, second)).response.status, 200);
});

test('concurrent logins with one code, and one token, give one session', async (t) => {
  const user = await api.signUp();
  const { app, recoveryCodes } = await enrol(user);
  const statusesOf = async (requests: readonly ReturnType<typeof complete>[]) =>
    (await Promise.all(requests)).map(({ response }) => response.status).toSorted((a, b) => a - b);
  const tokens = await Promise.all([challengeOf(user), challengeOf(user), challengeOf(user)]);
  const code = app();
  t.deepEqual(await statusesOf(tokens.map((token) => complete(token, code))), [200, 401, 401]);
  const token = await challengeOf(user);
  const sessions = await statusesOf(recoveryCodes.slice(0, 4).map((recovery) => complete(token, recovery)));
  t.deepEqual(sessions, [200, 401, 401, 401]);
});

test('a token of a login ends with another password, deactivation, removal of the factor, and in time', async (t) => {
  const admin = await api.signUp();
  const user = await inviteMember(api, admin, ['viewer']);
  const { app } = await enrol(user);
  const token = await challengeOf(user);
  const password = 'another long password';
  const body = { current_password: user.password, new_password: password };
  await dataOf(user.client.POST('/api/v1/auth/password', { body }));
  await expectError(t, complete(token, app()), 401, 'invalid_token', 'password');
  const changed = { ...user, password };
  const expired = await challengeOf(changed);
  await queryAsOwner(
    api.database.url,
    "update login_challenges set expires_at = now() - interval '1 second' where user_id = $1",
    [user.userId],
  );
  await expectError(t, complete(expired, app()), 401, 'invalid_token', 'time');
  const waiting = await challengeOf(changed);
  const params = { path: { user_id: user.userId } };
  await dataOf(admin.client.DELETE('/api/v1/organization/members/{user_id}', { params }));
  await expectError(t, complete(waiting, app()), 401, 'invalid_token', 'deactivation');
  await dataOf(admin.client.POST('/api/v1/organization/members/{user_id}/reactivate', { params }));
  const again = await challengeOf(changed);
  await dataOf(admin.client.DELETE('/api/v1/organization/members/{user_id}/mfa', { params }));
  await expectError(t, complete(again, app()), 401, 'invalid_token', 'removal');
  t.is((await logIn(changed)).response.status, 200);
  await expectError(t, complete('x', app()), 401, 'invalid_token');
  const stranger = await api.signUp();
  await expectError(
    t,
    complete((await sessionTokensOf(logIn(stranger))).access_token, app()),
    401,
    'invalid_token',
  );
});

test('a factor is removed with password and code, by another administrator, or by the operator', async (t) => {
  const admin = await api.signUp();
  const { app, recoveryCodes } = await enrol(admin);
  const { client, password } = admin;
  const remove = (body: { password: string; code: string }) =>
    client.DELETE('/api/v1/auth/mfa/totp', { body });
  await expectError(t, remove({ password: 'not the password', code: app() }), 401, 'invalid_credentials');
  await expectError(t, remove({ password, code: '000000' }), 401, 'invalid_credentials');
  t.true((await stateOf(client)).enrolled);
  await dataOf(remove({ password, code: recoveryCodes[0] ?? '' }));
  await expectError(t, remove({ password, code: app() }), 404, 'not_found');
  t.is((await logIn(admin)).response.status, 200);

  const own = { params: { path: { user_id: admin.userId } } };
  await expectError(t, client.DELETE('/api/v1/organization/members/{user_id}/mfa', own), 403, 'forbidden');
  const member = await inviteMember(api, admin, ['viewer']);
  const params = { path: { user_id: member.userId } };
  const removeOf = (caller: TestClient) =>
    caller.DELETE('/api/v1/organization/members/{user_id}/mfa', { params });
  await expectError(t, removeOf(client), 404, 'not_found');
  await enrol(member);
  await expectError(t, removeOf((await inviteMember(api, admin, ['engineer'])).client), 403, 'forbidden');
  await expectError(t, removeOf((await api.signUp()).client), 404, 'not_found');
  await dataOf(removeOf(client));
  await expectError(t, member.client.GET('/api/v1/auth/me'), 401, 'invalid_token');
  t.is((await logIn(member)).response.status, 200);

  await enrol(admin);
  const { slug } = await dataOf(client.GET('/api/v1/organization'));
  const { services } = api;
  const hash = await services.passwordHasher.hash(password, { address: 'test', account: 'test' });
  await recoverAdministrator(services.database, slug, admin.email, hash);
  t.is((await logIn(admin)).response.status, 200);
});

test('an organization that requires a factor refuses sessions without one, and API tokens go on', async (t) => {
  const admin = await api.signUp();
  const { client } = admin;
  const body = { name: 'robot', permissions: ['resources:read' as const] };
  const { token } = await dataOf(client.POST('/api/v1/organization/api-tokens', { body }));
  const invalid = client.PATCH('/api/v1/organization', { body: { settings: { require_mfa: 'yes' } } });
  await expectError(t, invalid, 400, 'validation_failed');
  await dataOf(client.PATCH('/api/v1/organization', { body: { settings: { require_mfa: true } } }));
  const message = await expectError(t, client.GET('/api/v1/resources'), 403, 'forbidden');
  t.regex(message, /second factor/);
  await expectError(
    t,
    client.PATCH('/api/v1/organization', { body: { settings: { require_mfa: false } } }),
    403,
    'forbidden',
  );
  t.is((await createClient(api.url, token).GET('/api/v1/resources')).response.status, 200);
  t.deepEqual(await stateOf(client), { enrolled: false, recovery_codes_left: 0, required: true });
  for (const path of ['/api/v1/auth/me', '/api/v1/auth/sessions'] as const)
    t.is((await client.GET(path)).response.status, 200, path);
  await enrol(admin);
  t.is((await client.GET('/api/v1/resources')).response.status, 200);
  t.is(
    (await (await api.signUp()).client.GET('/api/v1/resources')).response.status,
    200,
    'another organization',
  );
});

test('the secret and the recovery codes are in no column and no audit entry', async (t) => {
  const user = await api.signUp();
  const { secret, recoveryCodes } = await enrol(user);
  const rows = await queryAsOwner<{ row: unknown }>(
    api.database.url,
    `select to_jsonb(f) as row from second_factors f where id = $1
     union all select to_jsonb(a) from audit_entries a where actor_id = $1`,
    [user.userId],
  );
  const text = JSON.stringify(rows).toLowerCase();
  for (const hidden of [
    secret,
    Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'),
    ...recoveryCodes,
  ])
    t.false(text.includes(hidden.toLowerCase()));
  const { items } = await dataOf(
    user.client.GET('/api/v1/organization/audit-log', { params: { query: {} } }),
  );
  const actions = items.map(({ action }) => action);
  t.deepEqual(actions, ['second_factor.enrolled', 'second_factor.requested', 'user.signed_up']);
});
