import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { githubFaults } from '../../../dev/github-server/github-faults.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import {
  bound,
  callBack,
  claim,
  connectGithub,
  connectionsOf,
  createAccount,
  newState,
  outcome,
  refused,
  useGithubApi,
} from '../../support/scm/use-github-api.ts';

const fixture = useGithubApi({ worker: false });
/** Removes the effect of a delivery, as if GitHub had not sent it. */
async function withoutDelivery<T>(work: () => Promise<T>): Promise<T> {
  const { deliveries } = fixture.github;
  deliveries.mode = 'hold';
  try {
    return await work();
  } finally {
    deliveries.mode = 'send';
  }
}

test.serial('binds an installation to the organization of the state for its installer', async (t) => {
  const { client, organizationId, account, connectionId } = await connectGithub(fixture, 'bind');
  const connection = await dataOf(
    client.GET('/api/v1/scm/connections/{id}', { params: { path: { id: connectionId } } }),
  );
  t.is(connection.external_org_slug, account.login);
  const [entry] = await queryAsOwner<{ actor_type: string; actor_name: string }>(
    fixture.api.database.url,
    "select actor_type, actor_name from audit_entries where organization_id = $1 and action = 'scm_connection.created'",
    [organizationId],
  );
  t.deepEqual(entry, { actor_type: 'system', actor_name: 'GitHub user bind-owner' });
});

test.serial(
  'refuses a claim of the next installation id that was made before the installation',
  async (t) => {
    const { github, api } = fixture;
    const [thief, victim] = [await api.signUp(), await api.signUp()];
    const mallory = github.createUser('mallory');
    const { owner, account } = createAccount(fixture, 'victim');
    const next = github.installationOf((await connectGithub(fixture, 'probe')).account).id + 1;
    const guesses = Array.from({ length: 5 }, (_, index) => next + index);
    for (const id of guesses)
      t.deepEqual(outcome(await claim(fixture, thief.client, mallory, { id })), refused);
    const installation = await github.install({ account, by: owner });
    t.true(guesses.includes(installation.id), 'the thief guessed the id');
    t.deepEqual(outcome(await claim(fixture, thief.client, mallory, installation)), refused);
    t.deepEqual(await connectionsOf(fixture, thief.organizationId), []);
    t.deepEqual(outcome(await claim(fixture, victim.client, owner, installation)), bound);
  },
);

test.serial(
  'refuses a person who reads a repository of the account, before and after the delivery',
  async (t) => {
    const { github, api } = fixture;
    const thief = await api.signUp();
    const { owner, account } = createAccount(fixture, 'readable');
    const repository = await github.createRepository({ owner: account, name: 'infra' });
    const [collaborator, member] = [github.createUser('collaborator'), github.createUser('member')];
    repository.collaborators.add(collaborator.id);
    github.setRole(account, member, 'member');
    const installation = await withoutDelivery(() => github.install({ account, by: owner }));
    for (const person of [collaborator, member])
      t.deepEqual(outcome(await claim(fixture, thief.client, person, installation)), [202, 'pending']);
    const delivery = github.deliveries.all.at(-1);
    if (delivery === undefined) throw new Error('no delivery');
    t.is(await github.deliveries.send(delivery), 202);
    t.deepEqual(await connectionsOf(fixture, thief.organizationId), [], 'the delivery names another person');
    for (const person of [collaborator, member])
      t.deepEqual(outcome(await claim(fixture, thief.client, person, installation)), refused);
  },
);

test.serial('binds a pending claim when the delivery names the person within ten minutes', async (t) => {
  const { github, api } = fixture;
  const { client, organizationId } = await api.signUp();
  const { account } = createAccount(fixture, 'late');
  // May install the App on repositories, but is no owner of the organization.
  const installer = github.createUser('installer');
  github.setRole(account, installer, 'member');
  const installation = await withoutDelivery(() => github.install({ account, by: installer }));
  const delivery = github.deliveries.all.at(-1);
  if (delivery === undefined) throw new Error('no delivery');
  t.deepEqual(outcome(await claim(fixture, client, installer, installation)), [202, 'pending']);
  github.faults.inject(githubFaults.serverError());
  t.is(await github.deliveries.send(delivery), 202, 'binding sends no request to GitHub');
  github.faults.clear();
  const [connection] = await connectionsOf(fixture, organizationId);
  t.truthy(connection);
  const [entry] = await queryAsOwner<{ actor_type: string }>(
    api.database.url,
    "select actor_type from audit_entries where organization_id = $1 and action = 'scm_connection.created'",
    [organizationId],
  );
  t.is(entry?.actor_type, 'webhook');

  // A repeated delivery neither binds twice nor binds what was released.
  t.is(await github.deliveries.send(delivery), 202);
  t.is((await connectionsOf(fixture, organizationId)).length, 1);
  const path = { id: String(connection?.['id']) };
  await dataOf(client.DELETE('/api/v1/scm/connections/{id}', { params: { path } }));
  t.is(await github.deliveries.send(delivery), 202);
  t.deepEqual(await connectionsOf(fixture, organizationId), []);
  t.deepEqual(outcome(await claim(fixture, client, installer, installation)), refused);
});

test.serial('does not bind a claim that is older than ten minutes', async (t) => {
  const { github, api } = fixture;
  const { client, organizationId } = await api.signUp();
  const { account } = createAccount(fixture, 'later');
  const installer = github.createUser('later-installer');
  github.setRole(account, installer, 'member');
  const installation = await withoutDelivery(() => github.install({ account, by: installer }));
  const delivery = github.deliveries.all.at(-1);
  if (delivery === undefined) throw new Error('no delivery');
  t.deepEqual(outcome(await claim(fixture, client, installer, installation)), [202, 'pending']);
  await queryAsOwner(
    api.database.url,
    "update scm_install_states set claimed_at = claimed_at - interval '601 seconds' where organization_id = $1",
    [organizationId],
  );
  t.is(await github.deliveries.send(delivery), 202);
  t.deepEqual(await connectionsOf(fixture, organizationId), []);
  t.deepEqual(
    outcome(await claim(fixture, client, installer, installation)),
    bound,
    'the delivery is the proof',
  );
});

test.serial('binds an installation whose redirect and delivery arrive at the same time', async (t) => {
  const { github, api } = fixture;
  const { client, organizationId } = await api.signUp();
  const installer = github.createUser('hasty');
  const rounds = 12;
  for (let round = 0; round < rounds; round += 1) {
    const account = github.createOrganization(`hasty-${round}`);
    github.setRole(account, installer, 'member');
    const installation = await withoutDelivery(() => github.install({ account, by: installer }));
    const delivery = github.deliveries.all.at(-1);
    if (delivery === undefined) throw new Error('no delivery');
    const requests = github.requests.filter(({ route }) => route.includes('memberships')).length;
    const returning = claim(fixture, client, installer, installation);
    // The last request of the callback before it stores its claim.
    while (github.requests.filter(({ route }) => route.includes('memberships')).length === requests)
      await new Promise((resolve) => setImmediate(resolve));
    const [answer] = await Promise.all([returning, github.deliveries.send(delivery)]);
    t.true(['bound', 'pending'].includes(String(answer.body.status)), JSON.stringify(answer));
    t.is((await connectionsOf(fixture, organizationId)).length, round + 1);
  }
});

test.serial('lets an owner approve later; the state stays valid until then', async (t) => {
  const { github, api } = fixture;
  const { client } = await api.signUp();
  const { owner, account } = createAccount(fixture, 'approval');
  const requester = github.createUser('requester');
  github.setRole(account, requester, 'member');
  const state = await newState(client);
  for (const _ of [1, 2])
    t.deepEqual(outcome(await callBack(fixture, { state, setup_action: 'request' })), [200, 'requested']);
  const installation = await github.install({ account, by: owner });
  // GitHub redirects the owner without a state.
  const code = github.authorize(owner);
  t.deepEqual(outcome(await callBack(fixture, { code, installation_id: installation.id })), refused);
  const answer = { state, code: github.authorize(requester), installation_id: installation.id };
  t.deepEqual(outcome(await callBack(fixture, answer)), refused, 'the requester is not the installer');
  t.deepEqual(outcome(await claim(fixture, client, owner, installation)), bound);
});

test.serial('gives the same error for an installation that is bound elsewhere', async (t) => {
  const { owner, installation } = await connectGithub(fixture, 'elsewhere');
  const other = await fixture.api.signUp();
  const unknown = await claim(fixture, other.client, owner, { id: installation.id + 999 });
  const elsewhere = await claim(fixture, other.client, owner, installation);
  t.deepEqual(outcome(elsewhere), refused);
  t.deepEqual(elsewhere.body, unknown.body);
});

test.serial('binds again by the way of an administrator after the connection was deleted', async (t) => {
  const { github, api } = fixture;
  const { client, connectionId, owner, account, installation } = await connectGithub(fixture, 'again');
  const deleted = await dataOf(
    client.DELETE('/api/v1/scm/connections/{id}', { params: { path: { id: connectionId } } }),
  );
  const origin = new URL(github.app.apiUrl).origin;
  t.is(deleted.uninstall_url, `${origin}/organizations/again/settings/installations/${installation.id}`);
  github.setRole(account, owner, 'member');
  const other = await api.signUp();
  t.deepEqual(
    outcome(await claim(fixture, other.client, owner, installation)),
    refused,
    'the proof was used',
  );
  github.setRole(account, owner, 'admin');
  t.deepEqual(outcome(await claim(fixture, other.client, owner, installation)), bound);
  t.deepEqual(outcome(await claim(fixture, client, owner, installation)), refused);
});

test.serial('gives a new installation of the account to its connection', async (t) => {
  const { github } = fixture;
  const { client, connectionId, owner, account, installation } = await connectGithub(fixture, 'reinstalled');
  await github.uninstall(installation);
  const second = await github.install({ account, by: owner });
  const { status, body } = await claim(fixture, client, owner, second);
  t.deepEqual([status, body], [200, { status: 'bound', connection_id: connectionId }]);
  const other = await fixture.api.signUp();
  t.deepEqual(outcome(await claim(fixture, other.client, owner, second)), refused);
});

test.serial('lets the application role use installations only through functions', async (t) => {
  const { api } = fixture;
  for (const statement of [
    'select * from github_installations',
    'delete from github_installations',
    "insert into github_installations (installation_id, account_id, account_login, sender_id) values (1, 1, 'x', 1)",
  ])
    await t.throwsAsync(queryAsOwner(api.database.url, `set role inventory_app; ${statement}`), {
      message: /permission denied for table github_installations/,
    });
});
