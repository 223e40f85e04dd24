import { createSecretKey } from 'node:crypto';
import test from 'ava';
import { SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { dataOf } from '../../../../api-client/create-typed-client.ts';
import { queryAsOwner } from '../../../support/query-as-owner.ts';
import { createProviderKey, startHostileProvider } from '../../../support/sso/hostile-provider.ts';
import type { HostileProvider, ProviderClaims } from '../../../support/sso/hostile-provider.ts';
import { createSsoBrowser } from '../../../support/sso/sso-browser.ts';
import {
  accessTokenOf,
  answerLogin,
  beginLogin,
  signUpWithSso,
  useSsoApi,
} from '../../../support/sso/use-sso-api.ts';
import type { BegunLogin, SsoOrganization } from '../../../support/sso/use-sso-api.ts';
import { createClient } from '../../../support/test-api.ts';

const api = useSsoApi();
const clientId = 'client of the attack tests';
const refusal = (reason: string) => `/sign-in?error=${reason}`;

const providers: HostileProvider[] = [];
test.after.always(async () => {
  for (const provider of providers) await provider.close();
});

async function startProvider(): Promise<HostileProvider> {
  const provider = await startHostileProvider();
  providers.push(provider);
  return provider;
}

const signUp = (provider: HostileProvider, fields: Parameters<typeof signUpWithSso>[2] = {}) =>
  signUpWithSso(api, { issuer: provider.issuer, clientId, clientSecret: 'a client secret' }, fields);

const now = () => Math.floor(Date.now() / 1000);

/** Claims that the product accepts for a login. */
function claimsOf(
  { domain }: SsoOrganization,
  { nonce }: BegunLogin,
  claims: ProviderClaims = {},
): ProviderClaims {
  return { aud: clientId, sub: 'subject', nonce, email: `ada@${domain}`, email_verified: true, ...claims };
}

/** Begins a login and answers it with a token of these claims. Returns the path of the redirect. */
async function logIn(
  provider: HostileProvider,
  organization: SsoOrganization,
  claims: ProviderClaims = {},
  options: Parameters<HostileProvider['sign']>[1] = {},
): Promise<{ readonly path: string; readonly login: BegunLogin }> {
  const login = await beginLogin(api, `ada@${organization.domain}`);
  provider.tokenFor = () => provider.sign(claimsOf(organization, login, claims), options);
  return { path: await answerLogin(api, login), login };
}

test('accepts the valid answer of a login once, and in the browser that began it', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  const login = await beginLogin(api, `ada@${organization.domain}`);
  provider.tokenFor = () => provider.sign(claimsOf(organization, login));
  const stranger = { browser: createSsoBrowser(), state: login.state };
  t.is(await answerLogin(api, stranger), refusal('invalid_state'), 'another browser');
  const forged = { browser: login.browser, state: `${login.state.slice(0, -2)}xx` };
  t.is(await answerLogin(api, forged), refusal('invalid_state'), 'a wrong state');
  t.is(await answerLogin(api, { browser: login.browser, state: '' }), refusal('invalid_state'));
  const cookies = new Map(login.browser.cookies.get(api.url));
  t.is(await answerLogin(api, login), '/');
  t.is(login.browser.cookies.get(api.url)?.get('svc_sso'), undefined);
  // The cookie of the login is put back, as an attacker with a copy of it could.
  login.browser.cookies.set(api.url, cookies);
  t.is(await answerLogin(api, login), refusal('invalid_state'), 'a replayed answer');
  t.is(provider.requests.get('/token'), 1, 'no code but the one of the valid answer is exchanged');
  const json = await login.browser.open(
    `${api.url}/api/v1/auth/sso/callback?code=x&state=${encodeURIComponent(login.state)}`,
    { headers: { accept: 'application/json' } },
  );
  t.is(json.status, 400);
  t.is((JSON.parse(json.body) as { code: string }).code, 'invalid_state');
});

test('state and cookie of two logins cannot be exchanged, and expire after ten minutes', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  const [victim, attacker] = [
    await beginLogin(api, `ada@${organization.domain}`),
    await beginLogin(api, `ada@${organization.domain}`),
  ];
  provider.tokenFor = () => provider.sign(claimsOf(organization, attacker));
  const crossed = { browser: victim.browser, state: attacker.state };
  t.is(
    await answerLogin(api, crossed),
    refusal('invalid_state'),
    'a login of the attacker in the browser of the victim',
  );
  await queryAsOwner(
    api.database.url,
    "update sso_transactions set expires_at = now() - interval '1 second' where organization_id = $1",
    [organization.organizationId],
  );
  t.is(await answerLogin(api, attacker), refusal('invalid_state'));
});

test('rejects ID tokens that are not of this login', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  const stranger = await createProviderKey('first');
  const unknown = await createProviderKey('unknown');
  const cases: Readonly<Record<string, readonly [ProviderClaims, Parameters<HostileProvider['sign']>[1]?]>> =
    {
      'another nonce': [{ nonce: 'another' }],
      'no nonce': [{ nonce: undefined }],
      'another issuer': [{ iss: 'https://other.example' }],
      'another audience': [{ aud: 'another client' }],
      'several audiences without azp': [{ aud: [clientId, 'another'] }],
      'a token that expired': [{ exp: now() - 61, iat: now() - 600 }],
      'a token of the future': [{ nbf: now() + 120 }],
      'no subject': [{ sub: undefined }],
      'an empty subject': [{ sub: '' }],
      'a subject of 300 characters': [{ sub: 'x'.repeat(300) }],
      'a key that is not published': [{}, { key: stranger }],
      'an unknown key': [{}, { key: unknown }],
    };
  for (const [name, [claims, options]] of Object.entries(cases))
    t.is((await logIn(provider, organization, claims, options)).path, refusal('invalid_token'), name);
  const login = await beginLogin(api, `ada@${organization.domain}`);
  const claims = { iss: provider.issuer, iat: now(), exp: now() + 60, ...claimsOf(organization, login) };
  // Signed with the secret that the provider and the product share, and not signed at all.
  const symmetric = await new SignJWT(claims as JWTPayload)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(createSecretKey(Buffer.from('a client secret, padded to 32 bytes.')));
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const token of [symmetric, `${encode({ alg: 'none' })}.${encode(claims)}.`, 'no token', 'a.b.c']) {
    const again = await beginLogin(api, `ada@${organization.domain}`);
    provider.tokenFor = async () => token;
    t.is(await answerLogin(api, again), refusal('invalid_token'), token.slice(0, 20));
  }
  t.is((await logIn(provider, organization)).path, '/');
});

test('accepts clocks that differ by less than a minute', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  t.is((await logIn(provider, organization, { exp: now() - 30, iat: now() - 300 })).path, '/');
  t.is((await logIn(provider, organization, { nbf: now() + 30, iat: now() + 30 })).path, '/');
});

test('refuses an answer that names another issuer (RFC 9207)', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  const login = await beginLogin(api, `ada@${organization.domain}`);
  provider.tokenFor = () => provider.sign(claimsOf(organization, login));
  t.is(await answerLogin(api, login, { iss: 'https://attacker.example' }), refusal('invalid_token'));
  t.is(provider.requests.get('/token'), undefined, 'the code is not sent');
  const announcing = await startProvider();
  announcing.metadata = { authorization_response_iss_parameter_supported: true };
  const strict = await signUp(announcing);
  t.is(
    (await logIn(announcing, strict)).path,
    refusal('invalid_token'),
    'the announced parameter is missing',
  );
});

test('uses a new key at once, and asks for an unknown one at most once a minute', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  t.is((await logIn(provider, organization)).path, '/');
  const old = provider.key;
  await provider.rotate();
  t.is((await logIn(provider, organization)).path, '/');
  t.is(provider.requests.get('/keys'), 2);
  t.is((await logIn(provider, organization, {}, { key: old })).path, refusal('invalid_token'));
  const unknown = await createProviderKey('unknown');
  t.is((await logIn(provider, organization, {}, { key: unknown })).path, refusal('invalid_token'));
  t.is(provider.requests.get('/keys'), 2, 'the keys are not read again within a minute');
});

test('refuses a token that only points to groups', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  for (const claims of [{ _claim_names: { groups: 'src1' } }, { hasgroups: true }])
    t.is((await logIn(provider, organization, claims)).path, refusal('groups_overage'));
});

test('stores why the provider cannot be used, and tells the person nothing of it', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  provider.refusal = { status: 401, body: { error: 'invalid_client', error_description: 'a secret text' } };
  t.is((await logIn(provider, organization)).path, refusal('sso_unavailable'));
  const stored = await dataOf(organization.client.GET('/api/v1/organization/sso'));
  t.like(stored, { status: 'error', last_error: 'The token endpoint answered invalid_client.' });
  provider.refusal = { status: 400, body: { error: 'invalid_grant' } };
  t.is((await logIn(provider, organization)).path, refusal('invalid_token'), 'a code that was used');
  provider.refusal = undefined;
  const denied = await beginLogin(api, `ada@${organization.domain}`);
  t.is(await answerLogin(api, denied, { error: 'access_denied', code: '' }), refusal('access_denied'));
  t.is((await logIn(provider, organization)).path, '/');
  t.is((await dataOf(organization.client.GET('/api/v1/organization/sso'))).status, 'active');
});

test('refuses metadata of another issuer, without a permitted algorithm, or with addresses that are not permitted', async (t) => {
  for (const metadata of [
    { issuer: 'https://other.example' },
    { id_token_signing_alg_values_supported: ['HS256', 'none'] },
    { token_endpoint: 'http://192.0.2.1/token' },
    { jwks_uri: 'https://10.0.0.1/keys' },
    { userinfo_endpoint: 'file:///etc/passwd' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { padding: 'x'.repeat(70_000) },
  ]) {
    const provider = await startProvider();
    provider.metadata = metadata;
    const organization = await signUp(provider);
    const { browser } = await beginLogin(api, `ada@${organization.domain}`);
    t.is(browser.cookies.get(api.url)?.size, 0, JSON.stringify(metadata).slice(0, 60));
    const tested = await dataOf(organization.client.POST('/api/v1/organization/sso/test'));
    t.false(tested.ok);
    t.like(tested.checks[0], { key: 'discovery', status: 'failed' });
  }
});

test('opens only paths of the product after a login', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  const url = `${api.url}/api/v1/auth/sso?email=ada@${organization.domain}&next=`;
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%0d%0aa',
  ])
    t.is((await createSsoBrowser().open(url + next)).status, 400, next);
});

test('a logout token ends the sessions that it names, once', async (t) => {
  const provider = await startProvider();
  const organization = await signUp(provider);
  const other = await signUp(provider);
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const sessionOf = async (claims: ProviderClaims, of = organization) => {
    const { login } = await logIn(provider, of, claims);
    return createClient(api.url, accessTokenOf(api, login.browser));
  };
  const isActive = async (client: ReturnType<typeof createClient>) =>
    (await client.GET('/api/v1/auth/me')).response.status === 200;
  const send = async (token: string) => {
    const body = new URLSearchParams({ logout_token: token });
    const response = await fetch(`${api.url}/api/v1/auth/sso/backchannel-logout`, { method: 'POST', body });
    return response.status;
  };
  const logout = (claims: ProviderClaims, options?: Parameters<HostileProvider['sign']>[1]) =>
    provider.sign({ aud: clientId, jti: crypto.randomUUID(), events: event, ...claims }, options);
  const one = await sessionOf({ sid: 'one' });
  const two = await sessionOf({ sid: 'two' });
  const foreign = await sessionOf({ sub: 'another', email: `eve@${other.domain}` }, other);

  const stranger = await createProviderKey('first');
  const forged: Readonly<Record<string, Promise<string>>> = {
    'another key': logout({ sid: 'one' }, { key: stranger }),
    'another audience': logout({ sid: 'one', aud: 'another client' }),
    'another issuer': logout({ sid: 'one', iss: 'https://other.example' }),
    'no event': logout({ sid: 'one', events: undefined }),
    'a nonce': logout({ sid: 'one', nonce: 'nonce' }),
    'no jti': logout({ sid: 'one', jti: undefined }),
    'neither sid nor sub': logout({}),
    'an old token': logout({ sid: 'one', iat: now() - 3600 }),
    'an ID token': provider.sign({ aud: clientId, sub: 'subject', sid: 'one', nonce: 'nonce' }),
    'another type': logout({ sid: 'one' }, { type: 'at+jwt' }),
    'no token': Promise.resolve(''),
  };
  for (const [name, token] of Object.entries(forged)) t.is(await send(await token), 400, name);
  t.true(await isActive(one));

  const token = await logout({ sid: 'one' }, { type: 'logout+jwt' });
  t.is(await send(token), 200);
  t.false(await isActive(one));
  t.true(await isActive(two));
  t.is(await send(token), 400, 'a token is accepted once');
  t.is(await send(await logout({ sub: 'subject' })), 200);
  t.false(await isActive(two));
  t.true(await isActive(foreign), 'another subject goes on');
});
