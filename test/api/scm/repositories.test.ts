import { randomUUID } from 'node:crypto';
import test from 'ava';
import { scanRepositoryHead } from '../../../activities/scm/scan-repository.ts';
import type { ScmClient } from '../../../clients/scm/scm-client.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { beginRepositoryScan } from '../../../db/scm/repository-scan-store.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { openScmClient, terraformRoots } from '../../support/scm/pull-requests.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';
import type { Customer, GithubCustomer } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();

async function withRepositories(...names: readonly string[]) {
  const customer = await scm.withGithub();
  const repositories = [];
  for (const name of names) {
    const files = terraformRoots('app');
    repositories.push(await scm.github.createRepository({ owner: customer.account, name, files }));
  }
  return { ...customer, repositories };
}

const choose = ({ client, connectionId }: Customer, body: { external_ids?: string[]; all?: true }) =>
  client.PUT('/api/v1/scm/connections/{id}/repositories', { params: { path: { id: connectionId } }, body });

const idsOf = (repositories: readonly { readonly id: number }[]) => repositories.map(({ id }) => String(id));

async function waitForScans({ client }: Pick<GithubCustomer, 'client'>, count: number) {
  return eventually('the scans', async () => {
    const { items } = await dataOf(
      client.GET('/api/v1/repositories', { params: { query: { status: 'active' } } }),
    );
    return items.length === count ? items : undefined;
  });
}

test('requests a new token of the App when GitHub rejects the one of the installation', async (t) => {
  const customer = await withRepositories('one');
  const { client, connectionId, installation } = customer;
  const params = { path: { id: connectionId } };
  const list = () => dataOf(client.GET('/api/v1/scm/connections/{id}/discoverable-repositories', { params }));
  t.is((await list()).items.length, 1);
  scm.github.revokeTokens(installation);
  t.is((await list()).items.length, 1);
  scm.github.revokeTokens(installation);
  t.like(await dataOf(choose(customer, { all: true })), { selected: 1 });
});

test('selects repositories by id or all, and starts their scans', async (t) => {
  const customer = await withRepositories('one', 'two', 'three');
  const { client, repositories } = customer;
  const [one, two, three] = repositories;
  if (one === undefined || two === undefined || three === undefined) return t.fail();
  await scm.github.setArchived(three, true);
  scm.github.resetCalls();
  const unknown = '999999999';
  const foreign = await withRepositories('public');
  const [other] = foreign.repositories;
  if (other === undefined) return t.fail();
  await scm.github.setPrivate(other, false);
  const first = await dataOf(
    choose(customer, { external_ids: [String(one.id), unknown, 'x', String(other.id)] }),
  );
  t.deepEqual(first, {
    selected: 1,
    added: 1,
    removed: 0,
    skipped: [
      { external_id: unknown, reason: 'not_found' },
      { external_id: 'x', reason: 'not_found' },
      { external_id: String(other.id), reason: 'not_found' },
    ],
  });
  const [scanned] = await waitForScans(customer, 1);
  t.is(scanned?.full_name, `${customer.account.login}/one`);
  const all = await dataOf(choose(customer, { all: true }));
  t.deepEqual(all, { selected: 2, added: 1, removed: 0, skipped: [] });
  const again = await dataOf(choose(customer, { all: true }));
  t.deepEqual(again, { selected: 2, added: 0, removed: 0, skipped: [] });
  await waitForScans(customer, 2);
  const projects = async () =>
    (await dataOf(client.GET('/api/v1/iac-projects'))).items.map(({ status }) => status).toSorted();
  t.deepEqual(await projects(), ['active', 'active']);
  const archived = await dataOf(choose(customer, { external_ids: [String(three.id)] }));
  t.deepEqual(archived, { selected: 1, added: 1, removed: 2, skipped: [] });
  t.deepEqual((await projects()).slice(-2), ['missing', 'missing']);
  const back = await dataOf(choose(customer, { external_ids: idsOf(repositories) }));
  t.deepEqual(back, { selected: 3, added: 2, removed: 0, skipped: [] });
  await waitForScans(customer, 3);
  t.deepEqual(await projects(), ['active', 'active', 'active']);
  t.deepEqual(await dataOf(choose(customer, { external_ids: [] })), {
    selected: 0,
    added: 0,
    removed: 3,
    skipped: [],
  });
  await expectError(t, choose(customer, {}), 400, 'validation_failed');
  await expectError(t, choose(customer, { external_ids: [], all: true }), 400, 'validation_failed');
});

test('reads few selected repositories by id, without the list of the provider', async (t) => {
  const { gitlab } = scm;
  const customer = await scm.withGitlab();
  const inner = await gitlab.createGroup('platform', customer.group);
  const project = await gitlab.createProject({ namespace: inner, path: 'infra', files: terraformRoots('a') });
  const outside = await gitlab.createProject({
    namespace: gitlab.createUser('linus'),
    path: 'public',
    visibility: 'public',
    files: terraformRoots('a'),
  });
  gitlab.resetCalls();
  const selected = await dataOf(choose(customer, { external_ids: idsOf([project, outside]) }));
  t.like(selected, {
    selected: 1,
    added: 1,
    skipped: [{ external_id: String(outside.id), reason: 'not_found' }],
  });
  t.is(gitlab.calls()['GET /projects/{id}'], 2);
});

test('lists repositories by filters, name and pages', async (t) => {
  const customer = await withRepositories('alpha', 'beta', 'gamma');
  const { client, repositories } = customer;
  const [alpha, , gamma] = repositories;
  if (alpha === undefined || gamma === undefined) return t.fail();
  await scm.github.setArchived(gamma, true);
  await scm.select(
    customer,
    repositories.map(({ id }) => id),
  );
  await choose(customer, { external_ids: idsOf(repositories.slice(1)) });
  type Query = {
    q?: string;
    provider?: 'github' | 'gitlab';
    status?: 'active' | 'removed';
    archived?: boolean;
  };
  const names = async (query: Query) => {
    const { items } = await dataOf(client.GET('/api/v1/repositories', { params: { query } }));
    return items.map(({ full_name: name }) => name.split('/')[1]);
  };
  t.deepEqual(await names({}), ['alpha', 'beta', 'gamma']);
  t.deepEqual(await names({ q: 'ALPH' }), ['alpha']);
  t.deepEqual(await names({ q: 'a_ph' }), [], 'wildcards are escaped');
  t.deepEqual(await names({ status: 'removed' }), ['alpha']);
  t.deepEqual(await names({ archived: true }), ['gamma']);
  t.deepEqual(await names({ archived: false, status: 'active' }), ['beta']);
  t.deepEqual(await names({ provider: 'gitlab' }), []);
  const first = await dataOf(client.GET('/api/v1/repositories', { params: { query: { limit: 2 } } }));
  const cursor = first.next_cursor ?? '';
  const rest = await dataOf(client.GET('/api/v1/repositories', { params: { query: { limit: 2, cursor } } }));
  t.deepEqual([first.items.length, rest.items.length, rest.next_cursor], [2, 1, undefined]);
  const [removed] = first.items;
  const params = { path: { id: removed?.id ?? '' } };
  t.is((await dataOf(client.GET('/api/v1/repositories/{id}', { params }))).status, 'removed');
  await expectError(t, client.POST('/api/v1/repositories/{id}/rescan', { params }), 409, 'conflict');
});

test.serial('a rescan returns the run that is active', async (t) => {
  const customer = await withRepositories('infra');
  const { client, repositories } = customer;
  const [id = ''] = await scm.select(
    customer,
    repositories.map((one) => one.id),
  );
  const params = { path: { id } };
  scm.github.faults.inject({ kind: 'stall' }, { route: 'GET /repos/{owner}/{repo}/commits/{ref}', times: 1 });
  const rescan = () => dataOf(client.POST('/api/v1/repositories/{id}/rescan', { params }));
  const [first, second] = [await rescan(), await rescan()];
  t.is(first.run_id, second.run_id);
  scm.github.faults.clear();
});

test('replaces the applications of a repository, with an audit entry', async (t) => {
  const customer = await withRepositories('infra');
  const { client, repositories } = customer;
  const [id = ''] = await scm.select(
    customer,
    repositories.map((one) => one.id),
  );
  const create = async (name: string) =>
    (await dataOf(client.POST('/api/v1/applications', { body: { name } }))).id;
  const [shop, blog] = [await create('Shop'), await create('Blog')];
  const params = { path: { id } };
  const set = (application_ids: string[], team_ids: string[] = []) =>
    client.PUT('/api/v1/repositories/{id}/associations', { params, body: { application_ids, team_ids } });
  const sorted = [shop, blog].toSorted();
  t.deepEqual(await dataOf(set([shop, blog, shop])), {
    repository_id: id,
    application_ids: sorted,
    team_ids: [],
  });
  const linked = async () => {
    const repository = await dataOf(client.GET('/api/v1/repositories/{id}', { params }));
    t.deepEqual(repository.team_ids, []);
    return repository.application_ids;
  };
  t.deepEqual(await linked(), sorted);
  await expectError(t, set([shop, randomUUID()]), 400, 'validation_failed');
  await expectError(t, set([shop], [randomUUID()]), 400, 'validation_failed');
  t.deepEqual(await linked(), sorted, 'a rejected request changes nothing');
  const foreign = await withRepositories('infra');
  const theirs = (await dataOf(foreign.client.POST('/api/v1/applications', { body: { name: 'X' } }))).id;
  await expectError(t, set([theirs]), 400, 'validation_failed');
  await expectError(
    t,
    foreign.client.PUT('/api/v1/repositories/{id}/associations', {
      params,
      body: { application_ids: [], team_ids: [] },
    }),
    404,
    'not_found',
  );
  const archive = (archived: boolean) =>
    dataOf(client.PATCH('/api/v1/applications/{id}', { params: { path: { id: blog } }, body: { archived } }));
  await archive(true);
  await dataOf(set([shop, blog]));
  await dataOf(set([shop]));
  await expectError(t, set([shop, blog]), 409, 'conflict');
  t.deepEqual(await linked(), [shop]);
  const engineer = await inviteMember(scm.api, customer, ['engineer']);
  const denied = engineer.client.PUT('/api/v1/repositories/{id}/associations', {
    params,
    body: { application_ids: [], team_ids: [] },
  });
  await expectError(t, denied, 403, 'forbidden');
  const { items } = await dataOf(
    client.GET('/api/v1/organization/audit-log', {
      params: { query: { action: 'repository.associations_set' } },
    }),
  );
  t.is(items.length, 3);
  t.like(items[0], { details: { application_ids: [shop] } });
});

test.serial('a scan that ends after the repository was deselected leaves its projects missing', async (t) => {
  const customer = await withRepositories('infra');
  const { client, repositories } = customer;
  const [id = ''] = await scm.select(
    customer,
    repositories.map((one) => one.id),
  );
  const params = { path: { id } };
  const { dependencies } = scm.worker;
  const repository = await dependencies.database.withTenant(customer.organizationId, (tenant) =>
    beginRepositoryScan(tenant, id),
  );
  if (repository === undefined) return t.fail();
  const provider = await openScmClient(scm, customer);
  const slow: ScmClient = {
    ...provider,
    async readTree(ref, commitSha) {
      await dataOf(choose(customer, { external_ids: [] }));
      return provider.readTree(ref, commitSha);
    },
  };
  const signal = new AbortController().signal;
  const run = { organizationId: customer.organizationId, runId: randomUUID() };
  await scanRepositoryHead(dependencies, run, slow, repository, signal);
  const { items } = await dataOf(client.GET('/api/v1/repositories/{id}/iac-projects', { params }));
  t.deepEqual(
    items.map(({ status }) => status),
    ['missing'],
  );
});
