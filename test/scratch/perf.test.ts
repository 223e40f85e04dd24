import test from 'ava';
import { randomUUID } from 'node:crypto';
import { Queryable } from '../../db/tenant.ts';
import type { Tenant } from '../../db/tenant.ts';
import { readGraph } from '../../db/graph/read-graph.ts';
import { listResourceRelationships, listApplicationRelationships } from '../../db/graph/relationship-read-model.ts';
import type { GraphRequest } from '../../db/graph/graph.ts';
import { storedGraph } from '../support/graph/insert-edges.ts';
import { useStoredScans } from '../support/inventory/stored-scan.ts';

const scans = useStoredScans();
const types = ['contained_in', 'uses', 'runs_as', 'encrypted_by', 'triggers', 'logs_to', 'monitors'] as const;

test('perf', async (t) => {
  t.timeout(900_000);
  const { organizationId, accountId } = await scans.makeAccount();
  const graph = storedGraph(scans.owner, organizationId);
  const ids: string[] = [];
  let at = performance.now();
  for (let batch = 0; batch < 50; batch += 1)
    ids.push(...(await graph.resources(Array.from({ length: 2000 }, (_, i) => ({ accountId, type: `AWS::T${i % 40}::X` })))));
  t.log('resources', performance.now() - at);
  at = performance.now();
  const seen = new Set<string>();
  const rows: { id: string; source: string; target: string; type: string; confidence: string }[] = [];
  const hubs = ids.slice(0, 60);
  const add = (source: string, target: string, type: string) => {
    const key = source + target + type;
    if (source === target || seen.has(key)) return;
    seen.add(key);
    rows.push({ id: randomUUID(), source, target, type, confidence: ['high', 'high', 'medium', 'low'][rows.length % 4] ?? 'high' });
  };
  const pick = (n: number) => Math.floor(Math.random() * n);
  for (const [i, id] of ids.entries()) {
    // Two hub edges (10 hubs of 10,000; 50 of 2,000), two local ones.
    add(id, hubs[i % 10] ?? '', 'uses');
    add(id, hubs[10 + (i % 50)] ?? '', 'contained_in');
    add(id, ids[(i + 1 + pick(50)) % ids.length] ?? '', types[pick(7)] ?? 'uses');
    add(id, ids[pick(ids.length)] ?? '', types[pick(7)] ?? 'uses');
  }
  for (let from = 0; from < rows.length; from += 20000)
    await scans.owner.query(
      `insert into relationships (organization_id, id, source_id, target_id, relationship_type, confidence)
       select $1, id, source, target, type, confidence
       from jsonb_to_recordset($2::jsonb) as o(id uuid, source uuid, target uuid, type text, confidence text)`,
      [organizationId, JSON.stringify(rows.slice(from, from + 20000))],
    );
  t.log('edges', rows.length, performance.now() - at);
  const application = await graph.application('A', ids.slice(1000, 3000));
  await scans.owner.query('vacuum analyze relationships');
  await scans.owner.query('vacuum analyze resources');
  const base: GraphRequest = { root: undefined, filter: {}, types: undefined, directions: undefined, level: 'resource', depth: 1, limit: 500 };
  const measure = async (name: string, count: number, make: (i: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const start = performance.now();
      await make(i);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    t.log(name, 'p50', times[Math.floor(count / 2)]?.toFixed(1), 'p95', times[Math.floor(count * 0.95)]?.toFixed(1), 'max', times.at(-1)?.toFixed(1));
  };
  const run = (request: GraphRequest) =>
    scans.database.withTenant(organizationId, (tenant) => readGraph(tenant, request), { snapshot: true, readOnly: true });
  const rootOf = (i: number) => ({ type: 'resource' as const, id: ids[5000 + i * 37] ?? '' });
  await measure('empty transaction', 20, () => scans.database.withTenant(organizationId, async () => 1, { snapshot: true, readOnly: true }));
  await measure('list neighbours', 100, (i) => scans.database.withTenant(organizationId, (tenant) => listResourceRelationships(tenant, rootOf(i).id, { statuses: ['active'] }, 50, undefined), { readOnly: true }));
  await measure('list hub', 20, (i) => scans.database.withTenant(organizationId, (tenant) => listResourceRelationships(tenant, hubs[i % 10] ?? '', { statuses: ['active'] }, 50, undefined), { readOnly: true }));
  await measure('list application', 10, () => scans.database.withTenant(organizationId, (tenant) => listApplicationRelationships(tenant, application, { statuses: ['active'] }, 50, undefined), { readOnly: true }));
  await measure('depth 1', 100, (i) => run({ ...base, root: rootOf(i) }));
  await measure('hub depth 1', 20, (i) => run({ ...base, root: { type: 'resource', id: hubs[i % 10] ?? '' } }));
  await measure('depth 2', 50, (i) => run({ ...base, depth: 2, root: rootOf(i) }));
  await measure('depth 3', 50, (i) => run({ ...base, depth: 3, root: rootOf(i) }));
  await measure('depth 3 outgoing', 50, (i) => run({ ...base, depth: 3, directions: ['outgoing'], root: rootOf(i) }));
  await measure('depth 5 limit 2000', 20, (i) => run({ ...base, depth: 5, limit: 2000, root: rootOf(i) }));
  await measure('hub depth 3', 20, (i) => run({ ...base, depth: 3, root: { type: 'resource', id: hubs[i % 10] ?? '' } }));
  await measure('depth 3 filtered', 20, (i) => run({ ...base, depth: 3, filter: { resourceTypes: ['AWS::T1::X', 'AWS::T2::X'] }, root: rootOf(i) }));
  await measure('depth 3 types', 20, (i) => run({ ...base, depth: 3, types: ['uses', 'runs_as'], root: rootOf(i) }));
  await measure('depth 3 q', 10, (i) => run({ ...base, depth: 3, filter: { q: 'ab' }, root: rootOf(i) }));
  await measure('application depth 2', 10, () => run({ ...base, depth: 2, root: { type: 'application', id: application } }));
  await measure('no root', 10, () => run(base));
  await measure('no root filtered', 10, () => run({ ...base, filter: { resourceTypes: ['AWS::T1::X'] } }));

  const explain = async (name: string, work: (tenant: Tenant) => Promise<unknown>) => {
    await scans.database.withTenant(organizationId, async (tenant) => {
      const runner = Queryable.runnerOf(tenant) as unknown as { query: (c: { text: string; values: unknown[] }) => Promise<{ rows: Record<string, string>[] }> };
      const original = runner.query.bind(runner);
      let n = 0;
      runner.query = async (config) => {
        const start = performance.now();
        const result = await original(config);
        const took = performance.now() - start;
        const plan = await original({ text: `explain (analyze, buffers, costs off) ${config.text}`, values: config.values });
        console.log(`=== ${name} statement ${n += 1}: ${took.toFixed(1)} ms, ${result.rows.length} rows\n${config.text.slice(0, 300)}\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`);
        return result;
      };
      await work(tenant);
    }, { snapshot: true, readOnly: true });
  };
  await explain('list', (tenant) => listResourceRelationships(tenant, rootOf(3).id, { statuses: ['active'] }, 50, undefined));
  await explain('list hub', (tenant) => listResourceRelationships(tenant, hubs[3] ?? '', { statuses: ['active'] }, 50, undefined));
  await explain('list application', (tenant) => listApplicationRelationships(tenant, application, { statuses: ['active'] }, 50, undefined));
  await explain('depth 3', (tenant) => readGraph(tenant, { ...base, depth: 3, root: rootOf(3) }));
  await explain('depth 5', (tenant) => readGraph(tenant, { ...base, depth: 5, limit: 2000, root: rootOf(3) }));
  await explain('none', (tenant) => readGraph(tenant, base));
  const example = await run({ ...base, depth: 3, root: rootOf(1) });
  t.log(example?.nodes.length, example?.edges.length, example?.truncated);
  t.pass();
});
