import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import test from 'ava';
import { openDatabase } from '../../db/tenant.ts';
import { runKinds } from '../../domain/runs/run-kinds.ts';
import { createLogger } from '../../runtime/logger.ts';
import { registerRunMetrics } from '../../worker/run-metrics.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();
const logger = createLogger('test', 'silent');

/** Returns the values of the gauge by kind. */
async function scrape(registry: Registry): Promise<ReadonlyMap<string, number>> {
  const text = await registry.metrics();
  return new Map(
    [...text.matchAll(/^oldest_active_run_seconds\{kind="(\w+)"\} (\S+)$/gm)].map(
      ([, kind = '', value = '']) => [kind, Number(value)],
    ),
  );
}

test('reports the age of the oldest active run of every kind, of all organizations', async (t) => {
  for (const [status, ageSeconds] of [
    ['running', 100],
    ['queued', 5000],
    ['succeeded', 90_000],
  ] as const) {
    const id = randomUUID();
    await queryAsOwner(files.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
      id,
      `o-${id}`,
    ]);
    await queryAsOwner(
      files.url,
      `insert into runs (organization_id, kind, subject_id, status, created_at)
       values ($1, 'scan', $1, $2, now() - make_interval(secs => $3))`,
      [id, status, ageSeconds],
    );
  }
  const database = openDatabase({ url: files.url, poolSize: 1 });
  const registry = new Registry();
  registerRunMetrics(registry, database, logger);
  try {
    const ages = await scrape(registry);
    t.deepEqual([...ages.keys()].toSorted(), Object.keys(runKinds).toSorted());
    t.is(Math.floor((ages.get('scan') ?? 0) / 100), 50);
    t.is(ages.get('sync_accounts'), 0);
    await queryAsOwner(files.url, "update runs set status = 'failed'");
    t.is((await scrape(registry)).get('scan'), 0);
  } finally {
    await database.close();
  }
  t.is((await scrape(registry)).size, 0, 'a scrape without Postgres omits the gauge and does not fail');
});

test('Postgres accepts the queries of the runbooks', async (t) => {
  const page = readFileSync(new URL('../../docs/runbooks.md', import.meta.url), 'utf8');
  const queries = [...page.matchAll(/`(select [^`]+)`/g)].map(([, query = '']) =>
    query.replaceAll(/<pid>/g, '0').replaceAll(/<\w+>/g, 'scan'),
  );
  t.true(queries.length > 10);
  for (const query of queries) await t.notThrowsAsync(queryAsOwner(files.url, `explain ${query}`), query);
});
