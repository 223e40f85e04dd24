import test from 'ava';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import { putQueueChain } from '../support/graph/queue-chain.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { startWorkerProcess } from './support/worker-process.ts';

/** Each step has its own database and task queues, so that the tests run at the same time. */
for (const { step, table } of [
  { step: 'the extraction of references', table: 'graph_references' },
  { step: 'the resolution of references', table: 'relationships' },
])
  test(`a worker that is killed during ${step} leaves no edge, and another one completes the run`, async (t) => {
    t.timeout(300_000);
    const fixture = await startScanFixture({ worker: false });
    const { configuration, database } = fixture.api;
    const chain = await putQueueChain(fixture);
    // The run waits at its first write to the table.
    const lock = await queryAsOwner.hold(database.url, `lock table ${table} in share mode`, []);
    let worker = startWorkerProcess(configuration);
    try {
      const run = await chain.extract();
      await lock.untilWaiting(1);
      await worker.kill();
      await lock.release();
      t.deepEqual(await chain.storedEdges(), []);
      worker = startWorkerProcess(configuration);
      t.is(await chain.untilEnded(run), 'succeeded');
      t.deepEqual(await chain.storedEdges(), chain.expected);
      t.is(await chain.untilEnded(await chain.extract()), 'succeeded');
      t.deepEqual(await chain.storedEdges(), chain.expected);
    } finally {
      await lock.release();
      await worker.kill();
      await fixture.close();
    }
  });
