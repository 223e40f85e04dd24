import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { actionsOf, rolesOf } from '../../support/scim/scim-members.ts';
import { signUpWithScim } from '../../support/scim/use-scim.ts';
import { startHostileProvider } from '../../support/sso/hostile-provider.ts';
import type { HostileProvider, ProviderClaims } from '../../support/sso/hostile-provider.ts';
import { signInWithClaims } from '../../support/sso/sign-in-with-claims.ts';
import { useSsoApi } from '../../support/sso/use-sso-api.ts';

const api = useSsoApi();
const clientId = 'client of the directory';
let provider: HostileProvider;
test.serial.before(async () => {
  provider = await startHostileProvider();
});
test.after.always(() => provider?.close());

const signUp = (fields: Parameters<typeof signUpWithScim>[1] = {}) =>
  signUpWithScim(api, fields, { issuer: provider.issuer, clientId, clientSecret: 'a client secret' });

const signIn = (email: string, claims: ProviderClaims) =>
  signInWithClaims(api, provider, email, { aud: clientId, ...claims });

test('the last platform administrator keeps the role when the group loses the member', async (t) => {
  const organization = await signUp({ role_mappings: [{ group: 'admins', roles: ['platform_admin'] }] });
  const { scim, domain, userId } = organization;
  const [ada, eve] = [await scim.createUser(`ada@${domain}`), await scim.createUser(`eve@${domain}`)];
  const group = await scim.createGroup('admins', [ada.id, eve.id]);
  await queryAsOwner(api.database.url, "update users set status = 'deactivated' where id = $1", [userId]);
  await scim.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members', value: [{ value: eve.id }] });
  t.deepEqual(await rolesOf(api, eve.id), []);
  const last = await scim.send('DELETE', `/Users/${ada.id}`);
  t.deepEqual([last.status, last.body.scimType], [409, 'mutability']);
  t.is((await scim.send('DELETE', `/Groups/${group.id}`)).status, 204);
  t.deepEqual(await rolesOf(api, ada.id), ['platform_admin']);
  t.true((await actionsOf(api, organization)).includes('member.administrator_kept'));
  const entries = await queryAsOwner<{ details: { readonly roles: readonly string[] } }>(
    api.database.url,
    "select details from audit_entries where action = 'member.roles_mapped' and target_id = $1 order by id",
    [ada.id],
  );
  t.deepEqual(
    entries.map(({ details }) => details.roles),
    [['platform_admin'], ['platform_admin']],
    'the audit log has the roles that the user holds',
  );
});

test('roles and teams by mapping come and go with the groups at once, for users who never signed in', async (t) => {
  const organization = await signUp();
  const { scim, domain, client } = organization;
  const team = async (slug: string) =>
    (await dataOf(client.POST('/api/v1/teams', { body: { name: slug, slug } }))).id;
  const [shop, ops] = [await team('shop'), await team('ops')];
  await organization.configure({
    default_roles: ['auditor'],
    role_mappings: [
      { group: 'Engineers', roles: ['engineer'] },
      { group: 'external-7', roles: ['viewer'] },
    ],
    team_mappings: [
      { group: 'Engineers', team_id: shop },
      { group: 'Engineers', team_id: ops },
    ],
  });
  const [ada, eve] = [await scim.createUser(`ada@${domain}`), await scim.createUser(`eve@${domain}`)];
  const membersOf = async (teamId: string) =>
    (
      await queryAsOwner<{ user_id: string }>(
        api.database.url,
        'select user_id from team_members where team_id = $1 order by user_id',
        [teamId],
      )
    ).map(({ user_id: id }) => id);
  await dataOf(
    client.POST('/api/v1/teams/{id}/members', {
      params: { path: { id: ops } },
      body: { user_id: eve.id, role: 'member' },
    }),
  );
  const group = await scim.createGroup('Engineers', [ada.id, eve.id]);
  t.deepEqual([await rolesOf(api, ada.id), await rolesOf(api, eve.id)], [['engineer'], ['engineer']]);
  t.deepEqual(await membersOf(shop), [ada.id, eve.id]);
  await scim.patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${eve.id}"]` });
  t.deepEqual([await rolesOf(api, eve.id), await membersOf(shop)], [[], [ada.id]]);
  t.deepEqual(await membersOf(ops), [ada.id, eve.id], 'a membership that a member added stays');
  // Mappings compare exactly, with the name and the external id.
  await scim.patch(`/Groups/${group.id}`, { op: 'replace', path: 'displayName', value: 'engineers' });
  t.deepEqual([await rolesOf(api, ada.id), await membersOf(shop)], [[], []]);
  await scim.patch(`/Groups/${group.id}`, { op: 'replace', path: 'externalId', value: 'external-7' });
  t.deepEqual(await rolesOf(api, ada.id), ['viewer']);
  await organization.configure({ role_mappings: [{ group: 'external-7', roles: ['cloud_admin'] }] });
  t.deepEqual(await rolesOf(api, ada.id), ['cloud_admin'], 'a change of the mapping holds at once');
  await scim.send('DELETE', `/Groups/${group.id}`);
  t.deepEqual(await rolesOf(api, ada.id), []);
  await scim.createGroup('external-7', [ada.id]);
  t.deepEqual(await rolesOf(api, ada.id), ['cloud_admin']);
  await scim.send('DELETE', `/Users/${ada.id}`);
  t.deepEqual(await rolesOf(api, ada.id), []);
  const actions = await actionsOf(api, organization);
  for (const action of [
    'member.created',
    'scim_group.created',
    'scim_group.updated',
    'scim_group.deleted',
    'member.roles_mapped',
    'member.deactivated',
    'member.deprovisioned',
  ])
    t.true(actions.includes(action), action);
});

test('once a group came by SCIM, the groups of tokens are ignored, and a token that only points to them is accepted', async (t) => {
  const organization = await signUp({
    default_roles: ['viewer'],
    role_mappings: [
      { group: 'admins', roles: ['platform_admin'] },
      { group: 'engineers', roles: ['engineer'] },
    ],
  });
  const { scim, domain, client } = organization;
  const overage = { _claim_names: { groups: 'src1' } };
  const early = await signIn(`early@${domain}`, { groups: ['engineers'] });
  t.is(early.path, '/');
  t.deepEqual((await dataOf(early.client.GET('/api/v1/auth/me'))).roles, ['engineer', 'viewer']);
  t.is((await signIn(`early@${domain}`, overage)).path, '/sign-in?error=groups_overage');
  const ada = await scim.createUser(`ada@${domain}`, { displayName: 'Ada' });
  const group = await scim.createGroup('engineers', [ada.id]);
  const eve = await scim.createUser(`eve@${domain}`);
  const first = await signIn(`ada@${domain}`, overage);
  t.is(first.path, '/');
  const me = await dataOf(first.client.GET('/api/v1/auth/me'));
  t.deepEqual(
    [me.user?.id, me.roles],
    [ada.id, ['engineer', 'viewer']],
    'the first login binds the provisioned user',
  );
  const claimed = await signIn(`eve@${domain}`, { groups: ['admins'] });
  const claimedMe = await dataOf(claimed.client.GET('/api/v1/auth/me'));
  t.deepEqual([claimedMe.user?.id, claimedMe.roles], [eve.id, ['viewer']]);
  const again = await signIn(`early@${domain}`, { groups: ['engineers'] });
  t.deepEqual((await dataOf(again.client.GET('/api/v1/auth/me'))).roles, ['viewer']);
  await scim.send('DELETE', `/Groups/${group.id}`);
  t.deepEqual((await dataOf(first.client.GET('/api/v1/auth/me'))).roles, ['viewer']);
  const after = await signIn(`eve@${domain}`, { groups: ['admins'] });
  t.deepEqual(
    (await dataOf(after.client.GET('/api/v1/auth/me'))).roles,
    ['viewer'],
    'also after the last group is gone',
  );
  const sso = await dataOf(client.GET('/api/v1/organization/sso'));
  t.deepEqual(sso.scim, { url: `${api.configuration.publicUrl}/scim/v2`, users: 2, groups: 0 });
  // An administrator by a group who never signed in is bound by the email: the directory has given the rights.
  const admins = await scim.createGroup('admins');
  const root = await scim.createUser(`root@${domain}`);
  await scim.patch(`/Groups/${admins.id}`, { op: 'add', path: 'members', value: [{ value: root.id }] });
  const { client: rootClient } = await signIn(`root@${domain}`, {});
  t.deepEqual((await dataOf(rootClient.GET('/api/v1/auth/me'))).roles, ['platform_admin', 'viewer']);
});
