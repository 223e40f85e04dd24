import test from 'ava';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import { putQueueChain } from '../support/graph/queue-chain.ts';
import { lockTable, startCrashingPostgres } from './support/crashing-postgres.ts';

test('completes extractions although Postgres crashes in them', async (t) => {
  t.timeout(300_000);
  const postgres = await startCrashingPostgres();
  const fixture = await startScanFixture();
  try {
    for (const table of ['graph_references', 'relationships']) {
      const chain = await putQueueChain(fixture);
      // The run waits at its first write to the table.
      const lock = await lockTable(fixture.api.database.url, table);
      const run = await chain.extract();
      await lock.untilBlocking();
      await postgres.crash();
      t.is(await chain.untilEnded(run), 'succeeded', table);
      t.deepEqual(await chain.storedEdges(), chain.expected, table);
    }
  } finally {
    await fixture.close();
    await postgres.close();
  }
});
