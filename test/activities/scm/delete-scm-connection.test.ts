import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { upsertRepositories } from '../../../db/scm/repository-store.ts';
import { bindInstallation } from '../../support/scm/connect-github.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useScmFixture } from '../../support/scm/scm-fixture.ts';
import type { ConnectedOrganization } from '../../support/scm/scm-fixture.ts';

const fixture = useScmFixture();

const files = { 'a/main.tf': 'terraform {\n  backend "s3" {\n    bucket = "a"\n  }\n}\n' };
const tables = [
  'scm_connections',
  'repositories',
  'iac_projects',
  'iac_documents',
  'repository_paths',
  'pull_requests',
  'scm_deliveries',
];

/** Returns the tables with rows of the organization. */
async function tablesWith(organizationId: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const rows = await fixture.owner.query(`select from ${table} where organization_id = $1 limit 1`, [
      organizationId,
    ]);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

async function connectWithRepositories() {
  const customer = await fixture.connectGithub();
  const { github } = fixture;
  const repositories = [];
  for (const name of ['one', 'two', 'three'])
    repositories.push(await github.createRepository({ owner: customer.account, name, files }));
  await customer.untilIdle();
  await customer.selectAll();
  const [first] = repositories;
  if (first === undefined) throw new Error('no repository');
  const parent = await first.git.resolve('refs/heads/main');
  if (parent === undefined) throw new Error('the repository has no commit');
  await github.push(first, { files: { 'a/main.tf': 'changed' }, branch: 'change', parent });
  await github.openPullRequest(first, { title: 'Change', by: customer.user, branch: 'change' });
  await customer.untilIdle();
  return { ...customer, repositories };
}

async function deleteConnection({ client, connectionId }: ConnectedOrganization): Promise<void> {
  const params = { path: { id: connectionId } };
  await dataOf(client.DELETE('/api/v1/scm/connections/{id}', { params }));
}

test.serial(
  'ends the sync, scans and deliveries of a deleted connection, and deletes all of its rows',
  async (t) => {
    const { github, owner } = fixture;
    const [customer, other] = [await connectWithRepositories(), await connectWithRepositories()];
    const before = await tablesWith(other.organizationId);
    t.deepEqual(before, tables);
    const [first] = customer.repositories;
    if (first === undefined) throw new Error('no repository');
    // Requests of this customer never get a response.
    github.faults.inject({ kind: 'stall' }, { path: `/${customer.account.login}/` });
    try {
      await github.push(first, { files: { 'a/main.tf': 'other' } });
      await github.editPullRequest(first.pulls[0] ?? fail(), { title: 'Other' });
      await customer.startSync();
      const active = async () =>
        (
          await owner.query<{ kind: string }>(
            "select distinct kind from runs where organization_id = $1 and status = 'running' order by kind",
            [customer.organizationId],
          )
        ).map(({ kind }) => kind);
      await eventually('a delivery, a scan and a sync to run', async () => (await active()).length === 3);
      await deleteConnection(customer);
      await customer.untilIdle();
    } finally {
      github.faults.clear();
    }
    t.deepEqual(await tablesWith(customer.organizationId), []);
    const outcomes = await owner.query<{ kind: string; status: string }>(
      `select kind, status from runs where organization_id = $1 and finished_at > now() - interval '1 minute'
       and status <> 'succeeded' order by kind`,
      [customer.organizationId],
    );
    t.deepEqual([...new Set(outcomes.map(({ status }) => status))], ['cancelled']);
    t.deepEqual(await tablesWith(other.organizationId), before);
    await other.untilIdle();
    t.is((await other.connection()).status, 'active');
    const { items } = await dataOf(customer.client.GET('/api/v1/scm/connections'));
    t.deepEqual(items, []);
  },
);

test.serial('no row can be inserted for a deleted connection', async (t) => {
  const customer = await connectWithRepositories();
  await deleteConnection(customer);
  await customer.untilIdle();
  const late = {
    externalId: '1',
    fullName: 'acme/late',
    url: 'https://github.com/acme/late',
    visibility: 'private',
    archived: false,
    fork: false,
  } as const;
  await t.throwsAsync(
    fixture.api.services.database.withTenant(customer.organizationId, (tenant) =>
      upsertRepositories(tenant, { id: customer.connectionId, provider: 'github' }, [late], true),
    ),
  );
});

test.serial('an installation can be bound again while the deletion of its connection runs', async (t) => {
  const { github } = fixture;
  const customer = await connectWithRepositories();
  const lock = await queryAsOwner.hold(
    fixture.api.database.url,
    'select from repositories where scm_connection_id = $1 for update',
    [customer.connectionId],
  );
  await deleteConnection(customer);
  await lock.untilWaiting(1);
  const again = await bindInstallation(github, customer.client, customer);
  t.not(again, customer.connectionId);
  await lock.release();
  await customer.untilIdle();
  const rows = await fixture.owner.query<{ id: string }>(
    'select id from scm_connections where organization_id = $1',
    [customer.organizationId],
  );
  t.deepEqual(rows, [{ id: again }]);
  const params = { path: { id: again } };
  await dataOf(
    customer.client.PUT('/api/v1/scm/connections/{id}/repositories', { params, body: { all: true } }),
  );
  await customer.untilIdle();
  const { items } = await dataOf(customer.client.GET('/api/v1/iac-projects'));
  t.is(items.length, 3);
});

function fail(): never {
  throw new Error('no pull request');
}
