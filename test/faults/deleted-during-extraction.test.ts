import test from 'ava';
import { deleteOrganization } from '../../db/organizations/delete-organization.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { waitForRun } from '../support/connections/follow.ts';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import type { ScanFixture } from '../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { insertOrganization } from '../support/graph/insert-resources.ts';
import { putQueueChain } from '../support/graph/queue-chain.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';

const fixture = useScanFixture();

/** The tables of the graph. */
const graphTables = [
  'graph_accounts',
  'graph_extractions',
  'graph_holders',
  'graph_references',
  'graph_changed_keys',
  'graph_changed_middles',
  'resource_identifiers',
  'relationships',
  'relationship_periods',
  'relationship_compositions',
  'external_nodes',
];

const workflowStatus = async ({ api }: ScanFixture, runId: string) =>
  (await api.services.temporal.client.workflow.getHandle(`extract_graph:${runId}`).describe()).status.name;

for (const { step, table } of [
  { step: 'the extraction of references', table: 'graph_references' },
  { step: 'the resolution of references', table: 'relationships' },
]) {
  test(`the deletion of a connection during ${step} ends, and so does the run`, async (t) => {
    t.timeout(300_000);
    const own = await startScanFixture();
    try {
      const chain = await putQueueChain(own);
      const [account] = await own.owner.query<{ connection_id: string }>(
        'select connection_id from aws_accounts where id = $1',
        [chain.accountId],
      );
      const lock = await queryAsOwner.hold(own.api.database.url, `lock table ${table} in share mode`, []);
      const run = await chain.extract();
      await lock.untilWaiting(1);
      const params = { path: { id: account?.connection_id ?? '' } };
      const deletion = await dataOf(own.client.DELETE('/api/v1/aws/connections/{id}', { params }));
      t.is((await waitForRun(own.client, deletion.run_id)).status, 'succeeded');
      await lock.release();
      t.is(await chain.untilEnded(run), 'succeeded');
      await eventually('the workflow to close', async () => (await workflowStatus(own, run)) === 'COMPLETED');
      const outstanding = await own.owner.query(
        `select from graph_holders where resolve_due union all select from graph_changed_keys
         union all select from graph_changed_middles
         union all select from runs where kind = 'extract_graph' and status in ('queued', 'running')`,
      );
      t.deepEqual(outstanding, []);
      // Unobserved resources keep their edges.
      t.deepEqual(await chain.storedEdges(), chain.expected);
    } finally {
      await own.close();
    }
  });

  test.serial(`the deletion of an organization during ${step} leaves no row, and the run ends`, async (t) => {
    t.timeout(300_000);
    const { url } = fixture.api.database;
    const { owner } = fixture;
    const organizationId = await insertOrganization(owner);
    const chain = await putQueueChain({ api: fixture.api, owner, organizationId });
    const othersChain = await putQueueChain(fixture);
    t.is(await othersChain.untilEnded(await othersChain.extract()), 'succeeded');
    const lock = await queryAsOwner.hold(url, `lock table ${table} in share mode`, []);
    const run = await chain.extract();
    await lock.untilWaiting(1);
    const deletion = deleteOrganization(url, organizationId);
    await lock.untilWaiting(2);
    await lock.release();
    await deletion;
    await eventually(
      'the workflow to close',
      async () => (await workflowStatus(fixture, run)) !== 'RUNNING',
      120,
    );
    t.is(await workflowStatus(fixture, run), 'COMPLETED');
    for (const name of [...graphTables, 'runs']) {
      const rows = await owner.query(`select from ${name} where organization_id = $1`, [organizationId]);
      t.is(rows.length, 0, name);
    }
    t.deepEqual(await othersChain.storedEdges(), othersChain.expected);
  });
}
