import test from 'ava';
import { createTypedClient, dataOf } from '../../../../api-client/create-typed-client.ts';
import { switchToSso } from '../../../../dev/demo/switch-to-sso.ts';
import { startIdentityProvider } from '../../../../dev/identity-provider/start-identity-provider.ts';
import type {
  IdentityProvider,
  ProviderPerson,
} from '../../../../dev/identity-provider/start-identity-provider.ts';
import { expectError } from '../../../support/expect-error.ts';
import { inviteMember } from '../../../support/invite-member.ts';
import { queryAsOwner } from '../../../support/query-as-owner.ts';
import { createSsoBrowser } from '../../../support/sso/sso-browser.ts';
import type { SsoBrowser } from '../../../support/sso/sso-browser.ts';
import {
  accessTokenOf,
  beginLogin,
  pathOf,
  proveDomain,
  signUpWithSso,
  useSsoApi,
} from '../../../support/sso/use-sso-api.ts';
import type { SsoOrganization } from '../../../support/sso/use-sso-api.ts';
import { createClient } from '../../../support/test-api.ts';
import type { TestClient } from '../../../support/test-api.ts';

const api = useSsoApi();
let provider: IdentityProvider;
test.serial.before(async () => {
  const base = `${api.configuration.publicUrl}/api/v1/auth/sso`;
  provider = await startIdentityProvider({
    redirectUri: `${base}/callback`,
    logoutUri: `${api.url}/api/v1/auth/sso/backchannel-logout`,
  });
});
test.after.always(() => provider?.close());

const signUp = (fields: Parameters<typeof signUpWithSso>[2] = {}) => signUpWithSso(api, provider, fields);
let subjects = 0;

/** Adds a person to the provider, and returns the subject. */
function addPerson(email: string, fields: Partial<ProviderPerson> = {}): string {
  subjects += 1;
  const subject = `subject-${subjects}`;
  provider.people.set(subject, { name: 'Ada Lovelace', groups: [], ...fields, email });
  return subject;
}

/** Signs a person in at the provider and at the product. Tests of a file run one after another. */
async function signIn(
  subject: string,
  email = provider.people.get(subject)?.email ?? '',
  browser: SsoBrowser = createSsoBrowser(),
) {
  provider.automatic = subject;
  const { url } = await beginLogin(api, email, browser);
  if (!url.startsWith(provider.issuer)) return { path: pathOf(url), browser, client: api.anonymous };
  return finish(url, browser);
}

async function finish(url: string, browser: SsoBrowser) {
  const callback = await browser.followToCallback(url);
  const { location } = await browser.open(api.url + pathOf(callback));
  return { path: pathOf(location), browser, client: createClient(api.url, accessTokenOf(api, browser)) };
}

const meOf = (client: TestClient) => dataOf(client.GET('/api/v1/auth/me'));
const rolesOf = async (client: TestClient) => (await meOf(client)).roles;

async function actionsOf({
  organizationId,
}: Pick<SsoOrganization, 'organizationId'>): Promise<readonly string[]> {
  const rows = await queryAsOwner<{ action: string }>(
    api.database.url,
    'select action from audit_entries where organization_id = $1 order by id',
    [organizationId],
  );
  return rows.map(({ action }) => action);
}

test.serial(
  'a first login creates a verified user without a password, with the roles of mappings',
  async (t) => {
    const organization = await signUp({ role_mappings: [{ group: 'engineers', roles: ['engineer'] }] });
    const email = `ada@${organization.domain}`;
    const subject = addPerson(email, { groups: ['engineers', 'other'] });
    const { path, client, browser } = await signIn(subject);
    t.is(path, '/');
    const me = await meOf(client);
    t.deepEqual(me.roles, ['engineer', 'viewer']);
    t.like(me.user, { email, email_verified: true, name: 'Ada Lovelace', status: 'active' });
    t.is(me.organization.id, organization.organizationId);
    const actions = await actionsOf(organization);
    for (const action of ['member.created', 'member.identity_bound', 'session.started'])
      t.true(actions.includes(action), action);

    const { items } = await dataOf(client.GET('/api/v1/auth/sessions'));
    const [session] = items;
    const hours = (Date.parse(session?.expires_at ?? '') - Date.parse(session?.created_at ?? '')) / 3_600_000;
    t.true(hours > 11.9 && hours <= 12, String(hours));
    const refreshed = await dataOf(
      api.anonymous.POST('/api/v1/auth/refresh', {
        body: { refresh_token: browser.cookies.get(api.url)?.get('svc_rt') ?? '' },
      }),
    );
    t.is(refreshed.refresh_expires_at, session?.expires_at ?? '', 'a refresh does not extend the session');
    // A user without a password can neither enrol a factor nor get a password by mail.
    const enrolment = client.POST('/api/v1/auth/mfa/totp', { body: { password: 'any password at all' } });
    await expectError(t, enrolment, 403, 'forbidden');
    const login = api.anonymous.POST('/api/v1/auth/login', {
      body: { email, password: 'any password at all' },
    });
    await expectError(t, login, 401, 'invalid_credentials');
  },
);

test.serial('roles and teams follow the groups of each login, of 200 groups too', async (t) => {
  const organization = await signUp({ default_roles: [] });
  const team = await dataOf(
    organization.client.POST('/api/v1/teams', { body: { name: 'Shop', slug: 'shop' } }),
  );
  await organization.configure({
    default_roles: [],
    role_mappings: [
      { group: 'group 200', roles: ['cloud_admin'] },
      { group: 'readers', roles: ['viewer'] },
    ],
    team_mappings: [{ group: 'group 200', team_id: team.id }],
  });
  const email = `grace@${organization.domain}`;
  const groups = Array.from({ length: 200 }, (_, index) => `group ${index + 1}`);
  const subject = addPerson(email, { groups });
  const first = await signIn(subject);
  t.deepEqual(await rolesOf(first.client), ['cloud_admin']);
  const membersOf = async () => {
    const params = { path: { id: team.id } };
    const { items } = await dataOf(organization.client.GET('/api/v1/teams/{id}/members', { params }));
    return items.map(({ user }) => user.email);
  };
  t.deepEqual(await membersOf(), [email]);

  provider.people.set(subject, { name: 'Grace', email, groups: ['readers'] });
  const second = await signIn(subject);
  t.deepEqual(await rolesOf(second.client), ['viewer']);
  t.deepEqual(await rolesOf(first.client), ['viewer'], 'an open session loses the roles');
  t.deepEqual(await membersOf(), []);

  provider.people.set(subject, { name: 'Grace', email, groups: [] });
  t.is((await signIn(subject)).path, '/sign-in?error=no_roles');
  t.deepEqual(await rolesOf(first.client), [], 'the last role is lost in open sessions, too');
  t.is((await signIn(addPerson(`stranger@${organization.domain}`))).path, '/sign-in?error=no_roles');
  const { items } = await dataOf(organization.client.GET('/api/v1/organization/members'));
  t.false(
    items.some(({ user }) => user.email.startsWith('stranger@')),
    'nobody is created without a role',
  );
});

test.serial('a mapping gives its roles at once, and roles by hand stay', async (t) => {
  const organization = await signUp();
  const subject = addPerson(`alan@${organization.domain}`, { groups: ['admins'] });
  const { client } = await signIn(subject);
  t.deepEqual(await rolesOf(client), ['viewer']);
  const { user } = await meOf(client);
  await dataOf(
    organization.client.PUT('/api/v1/organization/members/{user_id}/roles', {
      params: { path: { user_id: user?.id ?? '' } },
      body: { roles: ['auditor'] },
    }),
  );
  await organization.configure({
    default_roles: [],
    role_mappings: [{ group: 'admins', roles: ['platform_admin'] }],
  });
  t.deepEqual(await rolesOf(client), ['auditor', 'platform_admin']);
  await organization.configure({ default_roles: [] });
  t.deepEqual(await rolesOf(client), ['auditor']);
});

test.serial('a mapping never takes the role from the last active platform_admin', async (t) => {
  const organization = await signUp({ role_mappings: [{ group: 'admins', roles: ['platform_admin'] }] });
  const subject = addPerson(`joan@${organization.domain}`, { groups: ['admins'] });
  const { client } = await signIn(subject);
  await dataOf(
    client.DELETE('/api/v1/organization/members/{user_id}', {
      params: { path: { user_id: organization.userId } },
    }),
  );
  provider.people.set(subject, { name: 'Joan', email: `joan@${organization.domain}`, groups: [] });
  const again = await signIn(subject);
  t.deepEqual(await rolesOf(again.client), ['viewer', 'platform_admin']);
  t.true((await actionsOf(organization)).includes('member.administrator_kept'));
  const body = {
    issuer: provider.issuer,
    client_id: provider.clientId,
    domains: [{ domain: organization.domain }],
  };
  await expectError(t, again.client.PUT('/api/v1/organization/sso', { body }), 409, 'last_admin');
});

test.serial(
  'the login of a user with the email binds the subject; an administrator links himself',
  async (t) => {
    const organization = await signUp();
    const member = await inviteMember(api, organization, ['viewer']);
    const email = `mary@${organization.domain}`;
    const setEmail = (userId: string, address: string) =>
      queryAsOwner(api.database.url, 'update users set email = $1 where id = $2', [address, userId]);
    await setEmail(member.userId, email);
    const bound = await signIn(addPerson(email));
    t.is((await meOf(bound.client)).user?.id, member.userId);
    t.is(
      (await signIn(addPerson(email))).path,
      '/sign-in?error=other_subject',
      'a second subject is refused',
    );
    const params = { path: { user_id: member.userId } };
    await dataOf(organization.client.DELETE('/api/v1/organization/members/{user_id}/identity', { params }));
    await expectError(t, bound.client.GET('/api/v1/auth/me'), 401, 'invalid_token');
    await expectError(
      t,
      organization.client.DELETE('/api/v1/organization/members/{user_id}/identity', { params }),
      404,
      'not_found',
    );
    t.is((await signIn(addPerson(email))).path, '/', 'another subject binds after the first one was deleted');

    const address = `root@${organization.domain}`;
    await setEmail(organization.userId, address);
    const root = addPerson(address);
    t.is((await signIn(root)).path, '/sign-in?error=link_required');
    const anonymous = await createSsoBrowser().open(`${api.url}/api/v1/auth/sso?link=true`);
    t.is(anonymous.status, 401);
    const browser = createSsoBrowser();
    provider.automatic = root;
    const { location } = await browser.open(`${api.url}/api/v1/auth/sso?link=true&next=/settings/sso`, {
      headers: { authorization: `Bearer ${organization.tokens.access_token}` },
    });
    const linked = await finish(location, browser);
    t.is(linked.path, '/settings/sso');
    t.is((await meOf(linked.client)).user?.id, organization.userId);
    t.is((await signIn(root)).path, '/', 'a linked administrator signs in by email');

    // A subject of another user cannot be linked, and a session that ended links nothing.
    const other = createSsoBrowser();
    const begun = await other.open(`${api.url}/api/v1/auth/sso?link=true`, {
      headers: { authorization: `Bearer ${member.accessToken}` },
    });
    t.is((await finish(begun.location, other)).path, '/sign-in?error=other_user');
    const late = createSsoBrowser();
    const { location: lateUrl } = await late.open(`${api.url}/api/v1/auth/sso?link=true`, {
      headers: { authorization: `Bearer ${member.accessToken}` },
    });
    await queryAsOwner(
      api.database.url,
      "update sessions set revoked_at = now() where user_id = $1 and method = 'password'",
      [member.userId],
    );
    t.is((await finish(lateUrl, late)).path, '/sign-in?error=invalid_state');
  },
);

test.serial(
  'a subject that comes back with another email keeps the user, and takes the email if it is free',
  async (t) => {
    const organization = await signUp();
    const subject = addPerson(`old@${organization.domain}`);
    const { client } = await signIn(subject);
    const id = (await meOf(client)).user?.id;
    provider.people.set(subject, { name: 'New', email: `new@${organization.domain}`, groups: [] });
    const renamed = await signIn(subject);
    t.like((await meOf(renamed.client)).user, { id, email: `new@${organization.domain}` });
    t.is((await signIn(addPerson(`taken@${organization.domain}`))).path, '/');
    for (const email of [`taken@${organization.domain}`, 'somebody@elsewhere.example', organization.email]) {
      provider.people.set(subject, { name: 'New', email, groups: [] });
      const kept = await signIn(subject, `new@${organization.domain}`);
      t.like((await meOf(kept.client)).user, { id, email: `new@${organization.domain}` }, email);
    }
    const actions = await actionsOf(organization);
    t.true(actions.includes('member.email_changed'));
    t.true(actions.includes('member.email_kept'));
  },
);

test.serial('an email that is not verified, or of a domain that is not proven, binds nobody', async (t) => {
  const organization = await signUp();
  const unverified = addPerson(`eve@${organization.domain}`, { email_verified: false });
  t.is((await signIn(unverified)).path, '/sign-in?error=email_not_proven');
  const foreign = await signUp();
  const victim = addPerson(`victim@${foreign.domain}`);
  const entry = `anyone@${organization.domain}`;
  t.is(
    (await signIn(victim, entry)).path,
    '/sign-in?error=email_not_proven',
    'a domain of another organization',
  );
  t.is(
    (await signIn(addPerson('a@sub.' + organization.domain), entry)).path,
    '/sign-in?error=email_not_proven',
  );
  t.is((await signIn(unverified, 'eve@unknown.example')).path, '/sign-in?error=sso_unavailable');
  // The claim `false` is not overridden by `trust_email`, which is for providers that send none.
  await organization.configure({ trust_email: true });
  t.is((await signIn(unverified)).path, '/sign-in?error=email_not_proven');
});

test.serial('an address of a proven domain belongs to its organization', async (t) => {
  const elsewhere = await api.signUp();
  const squatter = await inviteMember(api, elsewhere, ['viewer']);
  const verified = await inviteMember(api, elsewhere, ['viewer']);
  const organization = await signUp();
  const [squatted, taken] = [`squatted@${organization.domain}`, `taken@${organization.domain}`];
  const early = `early@${organization.domain}`;
  await queryAsOwner(
    api.database.url,
    'update users set email = $1, email_verified_at = null where id = $2',
    [squatted, squatter.userId],
  );
  await queryAsOwner(api.database.url, 'update users set email = $1 where id = $2', [taken, verified.userId]);
  t.is((await signIn(addPerson(taken))).path, '/sign-in?error=email_taken');
  const { path, client } = await signIn(addPerson(squatted));
  t.is(path, '/');
  t.is((await meOf(client)).organization.id, organization.organizationId);
  await expectError(t, squatter.client.GET('/api/v1/auth/me'), 403, 'account_deactivated');
  t.true((await actionsOf(elsewhere)).includes('member.email_released'));

  const invite = { email: early, roles: ['viewer'] as 'viewer'[] };
  await expectError(
    t,
    elsewhere.client.POST('/api/v1/organization/invitations', { body: invite }),
    403,
    'forbidden',
  );
  const signup = api.anonymous.POST('/api/v1/auth/signup', {
    body: { organization_name: 'Shadow', name: 'Eve', email: early, password: 'a long enough password' },
  });
  await expectError(t, signup, 403, 'forbidden');
});

test.serial('a login accepts a pending invitation, and a deactivated user stays deactivated', async (t) => {
  const organization = await signUp({ default_roles: [] });
  const email = `invited@${organization.domain}`;
  await dataOf(
    organization.client.POST('/api/v1/organization/invitations', { body: { email, roles: ['auditor'] } }),
  );
  const subject = addPerson(email);
  const { client } = await signIn(subject);
  t.deepEqual(await rolesOf(client), ['auditor']);
  const pending = await dataOf(organization.client.GET('/api/v1/organization/invitations'));
  t.deepEqual(pending.items, []);
  const params = { path: { user_id: (await meOf(client)).user?.id ?? '' } };
  await dataOf(organization.client.DELETE('/api/v1/organization/members/{user_id}', { params }));
  t.is((await signIn(subject)).path, '/sign-in?error=account_deactivated');
});

test.serial('a user whose email was never verified loses the password of another person', async (t) => {
  const organization = await signUp();
  const hijacked = await inviteMember(api, organization, ['viewer']);
  const email = `hijacked@${organization.domain}`;
  await queryAsOwner(
    api.database.url,
    'update users set email = $1, email_verified_at = null where id = $2',
    [email, hijacked.userId],
  );
  t.is((await signIn(addPerson(email))).path, '/');
  await expectError(t, hijacked.client.GET('/api/v1/auth/me'), 401, 'invalid_token');
  const login = api.anonymous.POST('/api/v1/auth/login', { body: { email, password: hijacked.password } });
  await expectError(t, login, 401, 'invalid_credentials');
});

test.serial('a logout at the provider ends the session here', async (t) => {
  const organization = await signUp();
  const subject = addPerson(`out@${organization.domain}`);
  const first = await signIn(subject);
  const second = await signIn(subject);
  t.is((await meOf(first.client)).user?.email, `out@${organization.domain}`);
  // The provider asks for a confirmation, and then sends the logout token of the session of this browser.
  const { body } = await first.browser.open(`${provider.issuer}/session/end`);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
  await first.browser.open(`${provider.issuer}/session/end/confirm`, {
    form: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  await expectError(t, first.client.GET('/api/v1/auth/me'), 401, 'invalid_token');
  t.is(
    (await second.client.GET('/api/v1/auth/me')).response.status,
    200,
    'another session of the user goes on',
  );
});

test.serial('a second organization with the provider gets its own users', async (t) => {
  const [one, two] = [await signUp(), await signUp()];
  const domain = `more-${two.domain}`;
  await two.configure({ domains: [{ domain: two.domain }, { domain }] });
  await proveDomain(api, two, domain);
  const first = await signIn(addPerson(`same@${one.domain}`));
  const second = await signIn(addPerson(`same@${domain}`));
  t.is((await meOf(first.client)).organization.id, one.organizationId);
  t.is((await meOf(second.client)).organization.id, two.organizationId);
});

// The last one, because the demo proves the domain of the addresses of the other tests.
test.serial('the demo switches its organization to its provider', async (t) => {
  const { tokens, organizationId } = await api.signUp();
  const client = createTypedClient(api.url, tokens.access_token);
  const lines: string[] = [];
  const servers = { provider, domainServer: api.domainServer };
  await switchToSso(client, servers, (line) => lines.push(line));
  t.is(lines.filter((line) => line.startsWith('  passed')).length, 4, lines.join('\n'));
  const ada = await signIn('ada');
  t.deepEqual((await meOf(ada.client)).roles, ['cloud_admin', 'viewer']);
  t.is((await meOf(ada.client)).organization.id, organizationId);
  t.deepEqual(await rolesOf((await signIn('grace')).client), ['viewer']);
});
