import { Secret, TOTP } from 'otpauth';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ReplaceSsoBody } from '../../../api-client/api-types.ts';
import { checkSsoDomains } from '../../../activities/maintenance/check-sso-domains.ts';
import { recoverAdministrator } from '../../../db/organizations/recover-administrator.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { startHostileProvider } from '../../support/sso/hostile-provider.ts';
import type { HostileProvider } from '../../support/sso/hostile-provider.ts';
import { signInWithClaims } from '../../support/sso/sign-in-with-claims.ts';
import { beginLogin, pathOf, proveDomain, signUpWithSso, useSsoApi } from '../../support/sso/use-sso-api.ts';
import type { SsoOrganization } from '../../support/sso/use-sso-api.ts';
import { createClient } from '../../support/test-api.ts';
import type { SignedUp, TestClient } from '../../support/test-api.ts';

const api = useSsoApi();
const clientId = 'a client';
let provider: HostileProvider;
test.serial.before(async () => {
  provider = await startHostileProvider();
});
test.after.always(() => provider?.close());

const registration = () => ({ issuer: provider.issuer, clientId, clientSecret: 'a client secret' });
const signUp = (fields: Partial<ReplaceSsoBody> = {}) => signUpWithSso(api, registration(), fields);
const get = (client: TestClient) => client.GET('/api/v1/organization/sso');
const put = (client: TestClient, body: ReplaceSsoBody) => client.PUT('/api/v1/organization/sso', { body });
const bodyOf = (fields: Partial<ReplaceSsoBody> = {}): ReplaceSsoBody => ({
  issuer: provider.issuer,
  client_id: clientId,
  ...fields,
});

const signIn = (email: string, subject = email) =>
  signInWithClaims(api, provider, email, {
    aud: clientId,
    sub: subject,
    groups: subject.includes('admin') ? ['admins'] : [],
  });

async function enrol({ client, password }: Pick<SignedUp, 'client' | 'password'>) {
  const { secret } = await dataOf(client.POST('/api/v1/auth/mfa/totp', { body: { password } }));
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = app.generate();
  const confirmed = await dataOf(client.POST('/api/v1/auth/mfa/totp/confirm', { body: { code } }));
  // The code of the next period is accepted for clocks that differ; that of the confirmation is used.
  const next = () => app.generate({ timestamp: Date.now() + 30_000 });
  return { next, recoveryCodes: confirmed.recovery_codes };
}

const setBreakGlass = (client: TestClient, userId: string, breakGlass: boolean) =>
  client.PUT('/api/v1/organization/members/{user_id}/break-glass', {
    params: { path: { user_id: userId } },
    body: { break_glass: breakGlass },
  });
const member = (userId: string) => ({ params: { path: { user_id: userId } } });
const setEmail = (userId: string, email: string) =>
  queryAsOwner(api.database.url, 'update users set email = $1 where id = $2', [email, userId]);
const logIn = (email: string, password: string) =>
  api.anonymous.POST('/api/v1/auth/login', { body: { email, password } });

/** An organization that enforces single sign-on, with a break-glass user and a platform_admin by single sign-on. */
async function enforce(): Promise<{
  readonly organization: SsoOrganization;
  readonly root: TestClient;
  readonly factor: Awaited<ReturnType<typeof enrol>>;
  readonly enforced: Partial<ReplaceSsoBody>;
}> {
  const mapping = { role_mappings: [{ group: 'admins', roles: ['platform_admin' as const] }] };
  const organization = await signUp(mapping);
  await setEmail(organization.userId, `root@${organization.domain}`);
  const factor = await enrol(organization);
  await dataOf(setBreakGlass(organization.client, organization.userId, true));
  const { client: root } = await signIn(`admin@${organization.domain}`);
  const enforced = { ...mapping, enforced: true };
  await organization.configure(enforced);
  return { organization, root, factor, enforced };
}

test('stores a configuration, never returns the secret, and keeps it without a new one', async (t) => {
  const { client } = await api.signUp();
  await expectError(t, get(client), 404, 'not_found');
  const body = bodyOf({ domains: [{ domain: 'Bücher.Example' }], client_secret: 'the secret of the client' });
  const { client_secret: _secret, ...withoutSecret } = body;
  await expectError(t, put(client, withoutSecret), 400, 'validation_failed');
  const created = await dataOf(put(client, body));
  t.like(created, { group_claim: 'groups', trust_email: false, enforced: false, status: 'active' });
  t.is(created.redirect_uri, `${api.configuration.publicUrl}/api/v1/auth/sso/callback`);
  const [domain] = created.domains;
  t.like(domain, { domain: 'xn--bcher-kva.example' });
  t.is(domain?.verified_at, undefined);
  t.is(domain?.record.name, '_cloud-inventory.xn--bcher-kva.example');
  t.regex(domain?.record.value ?? '', /^cloud-inventory=[\w-]{32}$/);
  t.false(JSON.stringify(created).includes('the secret of the client'));
  const kept = await dataOf(put(client, { ...withoutSecret, group_claim: 'roles' }));
  t.deepEqual(kept.domains, created.domains, 'a domain that stays keeps its record');
  const [row] = await queryAsOwner<{ details: string }>(
    api.database.url,
    "select details::text from audit_entries where action = 'sso.replaced' and target_name = $1 order by id desc",
    [provider.issuer],
  );
  t.false((row?.details ?? 'secret').includes('secret'));
  await dataOf(client.DELETE('/api/v1/organization/sso'));
  await expectError(t, get(client), 404, 'not_found');
});

test('rejects issuers that stand for everyone, and addresses that are not permitted', async (t) => {
  const { client } = await api.signUp();
  for (const issuer of [
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
    'https://login.microsoftonline.us/consumers',
    'http://provider.example',
    'https://10.0.0.1',
    'https://user:password@provider.example',
    'https://provider.example/?tenant=1',
    'no url',
  ])
    await expectError(
      t,
      put(client, bodyOf({ issuer, client_secret: 's' })),
      400,
      'validation_failed',
      issuer,
    );
  const missing = bodyOf({
    client_secret: 's',
    team_mappings: [{ group: 'g', team_id: '019c0000-0000-7000-8000-000000000000' }],
  });
  await expectError(t, put(client, missing), 400, 'validation_failed');
});

test('another issuer or client needs the password and the code, and ends sessions by single sign-on', async (t) => {
  const organization = await signUp();
  const factor = await enrol(organization);
  const domains = [{ domain: organization.domain }];
  const { client: member1 } = await signIn(`one@${organization.domain}`);
  const other = bodyOf({ client_id: 'another client', domains, default_roles: ['viewer'] });
  await expectError(t, put(organization.client, other), 400, 'validation_failed');
  const { password } = organization;
  await expectError(t, put(organization.client, { ...other, password: 'wrong' }), 401, 'invalid_credentials');
  await expectError(t, put(organization.client, { ...other, password }), 400, 'validation_failed');
  await expectError(
    t,
    put(organization.client, { ...other, password, code: '000000' }),
    401,
    'invalid_credentials',
  );
  t.is((await member1.GET('/api/v1/auth/me')).response.status, 200);
  const code = factor.next();
  await dataOf(put(organization.client, { ...other, password, code }));
  await expectError(t, member1.GET('/api/v1/auth/me'), 401, 'invalid_token');
  const again = bodyOf({ domains, default_roles: ['viewer'], password, code });
  await expectError(
    t,
    put(organization.client, again),
    401,
    'invalid_credentials',
    'a code is accepted once',
  );
});

test('proves a domain once it has the record, for one organization only', async (t) => {
  const owner = await signUp();
  const rival = await api.signUp();
  await dataOf(put(rival.client, bodyOf({ client_secret: 's', domains: [{ domain: owner.domain }] })));
  const verify = (client: TestClient, domain: string) =>
    client.POST('/api/v1/organization/sso/domains/{domain}/verify', { params: { path: { domain } } });
  const missing = await verify(rival.client, owner.domain);
  t.is(missing.response.status, 409);
  const { domains } = await dataOf(get(rival.client));
  const [wanted] = domains;
  t.not(wanted?.record.value, (await dataOf(get(owner.client))).domains[0]?.record.value);
  api.domainServer.records.set(wanted?.record.name ?? '', wanted?.record.value);
  const foreign = await verify(rival.client, owner.domain);
  t.is(foreign.response.status, 409);
  t.deepEqual(foreign.error, missing.error, 'in the same words');
  await expectError(t, verify(rival.client, 'unknown.example'), 404, 'not_found');
  api.domainServer.records.set(wanted?.record.name ?? '', undefined);
  await expectError(t, verify(rival.client, owner.domain), 503, 'provider_unavailable');
});

test('a proof ends after seven failed checks: nobody new is bound, bound subjects go on', async (t) => {
  const organization = await signUp();
  const { domain } = organization;
  await signIn(`bound@${domain}`);
  const name = `_cloud-inventory.${domain}`;
  const value = api.domainServer.records.get(name);
  const check = async () => {
    await queryAsOwner(
      api.database.url,
      "update sso_domains set checked_at = now() - interval '2 days' where domain = $1",
      [domain],
    );
    await checkSsoDomains(api.services);
  };
  const isProven = async () => (await dataOf(get(organization.client))).domains[0]?.verified_at !== undefined;
  api.domainServer.records.delete(name);
  for (let day = 1; day <= 6; day += 1) await check();
  t.true(await isProven());
  api.domainServer.records.set(name, value);
  await check();
  api.domainServer.records.set(name, undefined);
  for (let day = 1; day <= 6; day += 1) await check();
  t.true(await isProven(), 'a check that finds the record begins anew');
  await check();
  t.false(await isProven());
  const entries = await queryAsOwner(
    api.database.url,
    "select from audit_entries where action = 'sso_domain.proof_ended' and target_name = $1",
    [domain],
  );
  t.is(entries.length, 1);
  t.is((await signIn(`bound@${domain}`)).path, '/');
  t.is((await signIn(`new@${domain}`)).path, '/sign-in?error=email_not_proven');
  await proveDomain(api, organization, domain);
  t.is((await signIn(`new@${domain}`)).path, '/');
});

test('enforcing needs a proven domain, a break-glass user and an administrator by single sign-on', async (t) => {
  const mapping = { role_mappings: [{ group: 'admins', roles: ['platform_admin' as const] }] };
  const organization = await signUp(mapping);
  const { client, userId, domain } = organization;
  const body = bodyOf({ ...mapping, default_roles: ['viewer'], enforced: true });
  await expectError(t, put(client, { ...body, domains: [{ domain: 'unproven.example' }] }), 409, 'conflict');
  await proveDomain(api, organization, domain);
  const enforced = { ...body, domains: [{ domain }] };
  await expectError(t, put(client, enforced), 409, 'conflict', 'no break-glass user');
  await expectError(t, setBreakGlass(client, userId, true), 409, 'conflict', 'no second factor');
  await enrol(organization);
  const viewer = await inviteMember(api, organization, ['viewer']);
  await expectError(t, setBreakGlass(client, viewer.userId, true), 409, 'conflict', 'no administrator');
  t.true((await dataOf(setBreakGlass(client, userId, true))).break_glass);
  await expectError(t, put(client, enforced), 409, 'conflict', 'no administrator by single sign-on');
  await signIn(`admin@${domain}`);
  t.true((await dataOf(put(client, enforced))).enforced);
});

test('where single sign-on is enforced, passwords of proven domains are refused', async (t) => {
  const mapping = { role_mappings: [{ group: 'admins', roles: ['platform_admin' as const] }] };
  const organization = await signUp(mapping);
  const { domain, client, userId } = organization;
  await enrol(organization);
  await dataOf(setBreakGlass(client, userId, true));
  await signIn(`admin@${domain}`);
  const inside = await inviteMember(api, organization, ['engineer']);
  const outside = await inviteMember(api, organization, ['engineer']);
  const email = `inside@${domain}`;
  await setEmail(inside.userId, email);
  await queryAsOwner(
    api.database.url,
    `insert into user_tokens (organization_id, user_id, purpose, token_hash, expires_at)
      values ($1, $2, 'password_reset', sha256('token'), now() + interval '1 hour')`,
    [organization.organizationId, inside.userId],
  );
  await organization.configure({ ...mapping, enforced: true });

  await expectError(t, inside.client.GET('/api/v1/auth/me'), 401, 'invalid_token', 'the session ended');
  const refresh = { body: { refresh_token: inside.refreshToken } };
  await expectError(t, api.anonymous.POST('/api/v1/auth/refresh', refresh), 401, 'invalid_token');
  await expectError(t, logIn(email, inside.password), 403, 'forbidden');
  await expectError(t, logIn(email, 'a wrong password'), 401, 'invalid_credentials');
  const confirmation = api.anonymous.POST('/api/v1/auth/password-reset/confirm', {
    body: { token: 'token', new_password: 'a completely new password' },
  });
  await expectError(t, confirmation, 401, 'invalid_token', 'a mailed token is deleted');
  const invitation = await dataOf(
    client.POST('/api/v1/organization/invitations', { body: { email: `new@${domain}`, roles: ['auditor'] } }),
  );
  const acceptance = api.anonymous.POST('/api/v1/auth/invitations/{token}/accept', {
    params: { path: { token: invitation.token } },
    body: { name: 'New', password: 'a completely new password' },
  });
  await expectError(t, acceptance, 403, 'forbidden');
  t.is((await logIn(outside.email, outside.password)).response.status, 200, 'another domain');
  t.is((await outside.client.GET('/api/v1/auth/me')).response.status, 200);

  const { client: bySso } = await signIn(email, 'inside');
  t.deepEqual((await dataOf(bySso.GET('/api/v1/auth/me'))).roles, ['viewer'], 'roles by hand do not count');
  await organization.configure(mapping);
  t.deepEqual((await dataOf(bySso.GET('/api/v1/auth/me'))).roles, ['engineer', 'viewer']);
  t.is((await logIn(email, inside.password)).response.status, 200, 'not enforced any more');
});

test('a break-glass user signs in with password and code, and the last one stays', async (t) => {
  const { organization, root, factor, enforced } = await enforce();
  const { userId, domain, password, client } = organization;
  const challenge = await logIn(`root@${domain}`, password);
  t.is(challenge.response.status, 202);
  const token = challenge.data !== undefined && 'mfa_token' in challenge.data ? challenge.data.mfa_token : '';
  const body = { mfa_token: token, code: factor.next() };
  t.is((await api.anonymous.POST('/api/v1/auth/login/mfa', { body })).response.status, 200);

  await expectError(t, setBreakGlass(root, userId, false), 409, 'last_admin');
  await expectError(
    t,
    root.DELETE('/api/v1/organization/members/{user_id}', member(userId)),
    409,
    'last_admin',
  );
  const demotion = root.PUT('/api/v1/organization/members/{user_id}/roles', {
    ...member(userId),
    body: { roles: ['viewer'] },
  });
  await expectError(t, demotion, 409, 'last_admin');
  const removal = root.DELETE('/api/v1/organization/members/{user_id}/mfa', member(userId));
  await expectError(t, removal, 409, 'conflict');
  const own = client.DELETE('/api/v1/auth/mfa/totp', {
    body: { password, code: factor.recoveryCodes[0] ?? '' },
  });
  await expectError(t, own, 409, 'conflict');
  await expectError(
    t,
    root.DELETE('/api/v1/auth/mfa/totp', { body: { password, code: '000000' } }),
    403,
    'forbidden',
  );

  await organization.configure({ ...enforced, enforced: false });
  const second = await inviteMember(api, organization, ['platform_admin']);
  await enrol(second);
  await dataOf(setBreakGlass(root, second.userId, true));
  const third = await inviteMember(api, organization, ['platform_admin']);
  await enrol(third);
  await organization.configure(enforced);
  await expectError(t, setBreakGlass(root, third.userId, true), 409, 'conflict', 'two are the most');
  await dataOf(root.DELETE('/api/v1/organization/members/{user_id}', member(userId)));
  await expectError(t, setBreakGlass(root, second.userId, false), 409, 'last_admin');
});

test('an operator recovers an administrator where single sign-on is enforced', async (t) => {
  const { organization } = await enforce();
  const { domain, organizationId } = organization;
  const { client } = await signIn(`lost@${domain}`);
  const { organization: own } = await dataOf(client.GET('/api/v1/auth/me'));
  const password = 'the password of a recovery';
  const hash = await api.services.passwordHasher.hash(password, { address: '', account: '' });
  await recoverAdministrator(api.services.database, own.slug, `lost@${domain}`, hash);
  t.is((await logIn(`lost@${domain}`, password)).response.status, 200);
  t.is(own.id, organizationId);
});

test('single sign-on needs no second factor where passwords need one, and gives a password session none', async (t) => {
  const organization = await signUp();
  const { client, domain } = organization;
  await enrol(organization);
  await dataOf(client.PATCH('/api/v1/organization', { body: { settings: { require_mfa: true } } }));
  const bySso = await signIn(`sso@${domain}`);
  t.is((await bySso.client.GET('/api/v1/organization')).response.status, 200);
  const lacking = await inviteMember(api, organization, ['viewer']);
  await expectError(t, lacking.client.GET('/api/v1/organization'), 403, 'forbidden');
  const { access_token: accessToken } = await dataOf(
    api.anonymous.POST('/api/v1/auth/refresh', { body: { refresh_token: lacking.refreshToken } }),
  );
  const refreshed = createClient(api.url, accessToken);
  await expectError(t, refreshed.GET('/api/v1/organization'), 403, 'forbidden', 'a refresh skips nothing');
  const link = await fetch(`${api.url}/api/v1/auth/sso?link=true`, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: 'manual',
  });
  t.is(link.status, 403, 'a user without the required factor links no account');
});

test('checks the provider', async (t) => {
  const organization = await signUp();
  const { ok, checks } = await dataOf(organization.client.POST('/api/v1/organization/sso/test'));
  t.true(ok);
  t.deepEqual(
    checks.map(({ key, status }) => [key, status]),
    ['discovery', 'keys', 'endpoints', 'clock'].map((key) => [key, 'passed']),
  );
});

test('deleting the configuration ends its sessions, roles and proofs', async (t) => {
  const organization = await signUp();
  const { client } = await signIn(`gone@${organization.domain}`);
  await dataOf(organization.client.DELETE('/api/v1/organization/sso'));
  await expectError(t, client.GET('/api/v1/auth/me'), 401, 'invalid_token');
  const { url } = await beginLogin(api, `gone@${organization.domain}`);
  t.is(pathOf(url), '/sign-in?error=sso_unavailable');
});
