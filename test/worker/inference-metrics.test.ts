import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import test from 'ava';
import { openDatabase } from '../../db/tenant.ts';
import { createLogger } from '../../runtime/logger.ts';
import { registerInferenceMetrics } from '../../worker/inference-metrics.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();

/** Inserts an organization with two rows in the queue and ended or active runs, in the order of their end. */
async function insertQueue(ageSeconds: number, runs: readonly string[]): Promise<void> {
  const id = randomUUID();
  await queryAsOwner(files.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
    id,
    `o-${id}`,
  ]);
  await queryAsOwner(
    files.url,
    `insert into inference_queue (organization_id, kind, created_at)
     select $1, 'all', now() - make_interval(secs => $2::float8 / n) from generate_series(1, 2) n`,
    [id, ageSeconds],
  );
  for (const [index, status] of runs.entries())
    await queryAsOwner(
      files.url,
      `insert into runs (organization_id, kind, subject_id, status, finished_at)
       values ($1, 'infer_memberships', $1, $2,
         case when $2 <> 'running' then now() - make_interval(mins => $3) end)`,
      [id, status, 10 - index],
    );
}

test('reports the rows of the queue, and its organizations and age by condition', async (t) => {
  await insertQueue(100, []);
  await insertQueue(500, ['failed', 'succeeded']);
  await insertQueue(9000, ['succeeded', 'failed']);
  await insertQueue(80, ['succeeded', 'cancelled']);
  await insertQueue(70, ['failed', 'running']);
  const database = openDatabase({ url: files.url, poolSize: 1 });
  const registry = new Registry();
  registerInferenceMetrics(registry, database, createLogger('test', 'silent'));
  const scrape = async () => {
    const text = await registry.metrics();
    return Object.fromEntries(
      [...text.matchAll(/^(inference_\w+(?:\{.*\})?) (\S+)$/gm)].map(([, name = '', value]) => [
        name,
        Math.floor(Number(value) / 10) * 10 || Number(value),
      ]),
    );
  };
  try {
    t.deepEqual(await scrape(), {
      inference_queue_rows: 10,
      'inference_queue_organizations{condition="waiting"}': 2,
      'inference_queue_organizations{condition="running"}': 1,
      'inference_queue_organizations{condition="failed"}': 2,
      'inference_queue_oldest_seconds{condition="waiting"}': 500,
      'inference_queue_oldest_seconds{condition="running"}': 70,
      'inference_queue_oldest_seconds{condition="failed"}': 9000,
    });
    await queryAsOwner(files.url, 'delete from inference_queue');
    t.true(Object.values(await scrape()).every((value) => value === 0));
  } finally {
    await database.close();
  }
  t.deepEqual(await scrape(), {}, 'a scrape without Postgres omits the gauges and does not fail');
});
