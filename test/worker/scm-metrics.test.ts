import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import test from 'ava';
import { openDatabase } from '../../db/tenant.ts';
import { createLogger } from '../../runtime/logger.ts';
import { registerScmMetrics } from '../../worker/scm-metrics.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();

async function insertConnection(fields: { readonly status?: string; readonly set?: string }) {
  const id = randomUUID();
  await queryAsOwner(files.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
    id,
    `o-${id}`,
  ]);
  await queryAsOwner(
    files.url,
    `insert into scm_connections (organization_id, id, provider, external_org_id, external_org_slug,
       external_org_kind, base_url, installation_id, status)
     values ($1, $1, 'github', '1', 'acme', 'organization', 'https://github.com',
       (select count(*) + 1 from scm_connections), $2)`,
    [id, fields.status ?? 'active'],
  );
  if (fields.set !== undefined)
    await queryAsOwner(files.url, `update scm_connections set ${fields.set} where id = $1`, [id]);
  return id;
}

test('reports connections by condition, and the queued deliveries of all organizations', async (t) => {
  const active = await insertConnection({});
  await insertConnection({ status: 'revoked' });
  await insertConnection({ set: "retry_at = now() + interval '1 hour'" });
  await insertConnection({ set: "unavailable_since = now(), retry_at = now() + interval '1 minute'" });
  await insertConnection({ set: 'deleted_at = now()' });
  await queryAsOwner(
    files.url,
    `insert into scm_deliveries (organization_id, scm_connection_id, delivery_id, event, effects, status, received_at)
     select $1, $1, 'd' || n, 'push', '[]', case when n = 1 then 'succeeded' else 'queued' end,
       now() - make_interval(secs => 1000 / n)
     from generate_series(1, 4) n`,
    [active],
  );
  const database = openDatabase({ url: files.url, poolSize: 1 });
  const registry = new Registry();
  registerScmMetrics(registry, database, createLogger('test', 'silent'));
  const scrape = async () => {
    const text = await registry.metrics();
    return Object.fromEntries(
      [...text.matchAll(/^(scm_\w+(?:\{.*\})?) (\S+)$/gm)].map(([, name = '', value]) => [
        name,
        Number(value),
      ]),
    );
  };
  try {
    const values = await scrape();
    const connections = (condition: string) =>
      values[`scm_connections{provider="github",condition="${condition}"}`];
    t.is(connections('active'), 1);
    t.is(connections('revoked'), 1);
    t.is(connections('rate_limited'), 1);
    t.is(connections('unavailable'), 1);
    t.is(connections('suspended'), 0);
    t.is(values['scm_connections{provider="gitlab",condition="active"}'], 0);
    t.is(values['scm_deliveries_queued'], 3);
    t.is(Math.floor((values['scm_delivery_oldest_queued_seconds'] ?? 0) / 100), 5);
  } finally {
    await database.close();
  }
  t.deepEqual(await scrape(), {}, 'a scrape without Postgres omits the gauges and does not fail');
});
