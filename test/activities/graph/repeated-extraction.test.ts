import test from 'ava';
import { extractHolders } from '../../../activities/graph/extract-holders.ts';
import { resolveDueHolders } from '../../../activities/graph/resolve-due-holders.ts';
import { declaredGraphRules } from '../../../activities/graph/rules-of-extraction.ts';
import { endExtraction } from '../../../db/graph/extract/extraction-store.ts';
import { finishRun } from '../../../db/runs/run-store.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { RunInput } from '../../../domain/runs/run-kinds.ts';
import type { ExtractionMode } from '../../../domain/values.ts';
import { createDocumentWorkers } from '../../../runtime/document-workers.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import { insertOrganization } from '../../support/graph/insert-resources.ts';
import { putQueueChain } from '../../support/graph/queue-chain.ts';
import { dumpGraph } from '../../support/graph/stored-edges.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { useFixture } from '../../support/use-fixture.ts';

const fixture = useFixture(
  async () => {
    const testDatabase = await createTestDatabase();
    const { url } = testDatabase;
    // Each delivery has the connections and threads of a worker.
    const workers = [1, 2].map(() => ({
      database: openDatabase({ url, poolSize: 4 }),
      documents: createDocumentWorkers(),
      secretHashKeys: () => Promise.resolve(Buffer.alloc(32, 1)),
      statistics: { created: () => Promise.resolve() },
      temporal: { startRunWorkflow: () => Promise.resolve() },
      logger: createLogger('test', 'silent'),
    }));
    return { owner: connectOwner(url), testDatabase, workers };
  },
  async ({ owner, testDatabase, workers }) => {
    for (const { database, documents } of workers) {
      await documents.close();
      await database.close();
    }
    await owner.close();
    await testDatabase.drop();
  },
);

type Worker = (typeof fixture.workers)[number];

const { signal } = new AbortController();

/** An account with 1,500 queues: two batches. */
async function newChain() {
  const { owner, workers, testDatabase } = fixture;
  const [first] = workers;
  if (first === undefined) throw new Error('there is no worker');
  const organizationId = await insertOrganization(owner);
  const chain = await putQueueChain({ api: { services: first }, owner, organizationId }, 1500);
  const inputOf = (runId: string): RunInput => ({ organizationId, runId, subjectId: chain.accountId });
  const lockGraph = () =>
    queryAsOwner.hold(testDatabase.url, 'select pg_advisory_xact_lock(9, hashtext($1::text))', [
      organizationId,
    ]);
  /** Runs the activity in both workers at the same time. Each waits with its first transaction for the other one. */
  const deliverTwice = async (activity: (worker: Worker) => Promise<unknown>) => {
    const lock = await lockGraph();
    const deliveries = workers.map(activity);
    await lock.untilWaiting(2);
    await lock.release();
    await Promise.all(deliveries);
  };
  const countsOf = async (runId: string) => {
    const [row] = await owner.query<object>(
      `select mode, resources_extracted as resources, relationships_added as added, relationships_updated as updated,
         relationships_stale as stale from graph_extractions where run_id = $1`,
      [runId],
    );
    return row;
  };
  const finish = (runId: string) =>
    first.database.withTenant(organizationId, async (tenant) => {
      await endExtraction(tenant, runId, declaredGraphRules.version);
      await finishRun(tenant, runId, 'succeeded');
    });
  const runTwice = async (mode: ExtractionMode) => {
    const runId = await chain.extract(mode);
    await deliverTwice(async (worker) => {
      while (await extractHolders(worker, inputOf(runId), signal));
    });
    await deliverTwice(async (worker) => {
      while (await resolveDueHolders(worker, inputOf(runId), signal));
    });
    await finish(runId);
    return countsOf(runId);
  };
  return { ...chain, first, organizationId, inputOf, lockGraph, countsOf, finish, runTwice };
}

test('activities that two workers run at the same time store each edge and count each resource once', async (t) => {
  const { expected, organizationId, runTwice, storedEdges } = await newChain();
  const { owner } = fixture;
  t.deepEqual(await runTwice('full'), { mode: 'full', resources: 1500, added: 1500, updated: 0, stale: 0 });
  t.deepEqual(await storedEdges(), expected);
  const before = await dumpGraph(owner, organizationId);
  t.like(await runTwice('full'), { resources: 1500, added: 0, updated: 0, stale: 0 });
  t.deepEqual(await dumpGraph(owner, organizationId), before);
  await owner.query(
    `with gone as (update resources set config_hash = 'changed' where organization_id = $1 returning id)
     update resource_documents d set configuration = '{}' from gone where d.resource_id = gone.id`,
    [organizationId],
  );
  t.like(await runTwice('incremental'), { resources: 1500, added: 0, updated: 0, stale: 1500 });
  const open = await owner.query(
    "select from relationship_periods where organization_id = $1 and valid_to = 'infinity'",
    [organizationId],
  );
  t.is(open.length, 0);
});

test('a worker that continues after the end of its run stores nothing', async (t) => {
  const { expected, first, inputOf, lockGraph, finish, organizationId, extract, storedEdges } =
    await newChain();
  const [, late] = fixture.workers;
  if (late === undefined) throw new Error('there is no second worker');
  const run = await extract();
  const lock = await lockGraph();
  // It has read the configurations, and waits for the lock.
  const delivery = extractHolders(late, inputOf(run), signal);
  await lock.untilWaiting(1);
  await first.database.withTenant(organizationId, (tenant) => finishRun(tenant, run, 'failed'));
  await fixture.owner.query(`update resources set config_hash = 'changed' where organization_id = $1`, [
    organizationId,
  ]);
  await lock.release();
  await delivery;
  const holders = await fixture.owner.query('select from graph_holders where organization_id = $1', [
    organizationId,
  ]);
  t.is(holders.length, 0);
  const next = await extract();
  while (await extractHolders(first, inputOf(next), signal));
  while (await resolveDueHolders(first, inputOf(next), signal));
  await finish(next);
  t.deepEqual(await storedEdges(), expected);
});
