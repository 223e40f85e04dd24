import { randomUUID } from 'node:crypto';
import test from 'ava';
import { readHolders } from '../../../db/graph/extract/read-holders.ts';
import { resolveStep } from '../../../db/graph/resolve/resolve-step.ts';
import type { GraphRules } from '../../../domain/graph/graph-rules.ts';
import { insertAccounts, insertOrganization, putResources } from '../../support/graph/insert-resources.ts';
import { resolveAll, runExtraction } from '../../support/graph/run-extraction.ts';
import { dumpGraph, readEdges } from '../../support/graph/stored-edges.ts';
import { useOpenDatabase } from '../../support/use-open-database.ts';

// The tests of this file run concurrently, each with one transaction at a time.
const fixture = useOpenDatabase({ poolSize: 12 });

const rules: GraphRules = {
  version: 'test',
  edgeRules: [
    { id: 'uses', sourceType: 'A', path: 'p', targetTypes: ['B'], matcher: 'id', relation: 'uses' },
  ],
  compositionRules: [],
};

const naming = (key: string) => ({ references: [{ rule: 'uses', path: 'p', key, value: key }] });
const named = (key: string) => ({ identifiers: [{ kind: 'id', key }] });

/** An account with a resource of type A that names the id `b` of a resource of type B. */
async function makeInventory() {
  const { database, owner } = fixture;
  const organizationId = await insertOrganization(owner);
  const [accountId = ''] = await insertAccounts(owner, organizationId, ['123456789012']);
  const a = { id: randomUUID(), accountId, type: 'A', nativeId: 'a', configuration: naming('b') };
  const b = { id: randomUUID(), accountId, type: 'B', nativeId: 'b', configuration: named('b') };
  const put = (...resources: Parameters<typeof putResources>[2]) =>
    putResources(owner, organizationId, resources);
  const run = (
    mode: 'incremental' | 'full',
    options: { maximumReferences?: number; resolves?: boolean } = {},
  ) => runExtraction({ database, organizationId, accountId, mode, rules, ...options });
  const rows = () =>
    owner.query<{ id: string; status: string; target_id: string; periods: number; open: number }>(
      `select e.id, e.status, e.target_id, count(p.*)::integer as periods,
         count(p.*) filter (where p.valid_to = 'infinity')::integer as open
       from relationships e left join relationship_periods p on p.organization_id = $1 and p.relationship_id = e.id
       where e.organization_id = $1 group by e.organization_id, e.id, e.status, e.target_id order by e.id`,
      [organizationId],
    );
  return { organizationId, accountId, a, b, put, run, rows };
}

test('an edge whose reference is gone is stale, and keeps its id when the reference is found again', async (t) => {
  const { a, b, put, run, rows } = await makeInventory();
  await put(a, b);
  await run('full');
  const [active] = await rows();
  t.like(active, { status: 'active', target_id: b.id, periods: 1, open: 1 });
  await put({ ...a, configuration: {} });
  await run('incremental');
  t.deepEqual(await rows(), [{ ...active, status: 'stale', open: 0 }]);
  await put(a);
  await run('incremental');
  t.deepEqual(await rows(), [{ ...active, periods: 2, open: 1 }]);
});

test('an unobserved end changes nothing, and a deleted end makes its edges stale', async (t) => {
  const { a, b, put, run, rows } = await makeInventory();
  await put(a, b);
  await run('full');
  const before = await rows();
  await put({ ...b, status: 'unobserved' });
  await run('incremental');
  t.deepEqual(await rows(), before);
  await put({ ...a, status: 'deleted' });
  await run('incremental');
  t.deepEqual(
    (await rows()).map(({ status }) => status),
    ['stale'],
  );
});

test('an edge moves with its id from an external node to the resource that appears', async (t) => {
  const { organizationId, a, b, put, run, rows } = await makeInventory();
  await put(a);
  await run('full');
  const [external] = await rows();
  await put(b);
  await run('incremental');
  t.deepEqual(await rows(), [{ ...external, target_id: b.id }]);
  const nodes = await fixture.owner.query('select from external_nodes where organization_id = $1', [
    organizationId,
  ]);
  t.is(nodes.length, 0);
});

test('work that a crash left over is done by the next run', async (t) => {
  const { organizationId, a, b, put, run } = await makeInventory();
  await put(a, b);
  await run('full', { resolves: false });
  t.is((await readEdges(fixture.owner, organizationId)).size, 0);
  await t.throwsAsync(
    fixture.database.withTenant(organizationId, async (tenant) => {
      await resolveStep(tenant, rules, randomUUID());
      throw new Error('the worker was killed');
    }),
    { message: 'the worker was killed' },
  );
  t.is((await readEdges(fixture.owner, organizationId)).size, 0);
  await run('incremental');
  t.is((await readEdges(fixture.owner, organizationId)).size, 1);
  const before = await dumpGraph(fixture.owner, organizationId);
  await run('full');
  t.deepEqual(await dumpGraph(fixture.owner, organizationId), before);
});

test('a resource that is deleted between extraction and resolution has no active edges after the next run', async (t) => {
  const { organizationId, a, b, put, run } = await makeInventory();
  await put(a, b);
  await run('full', { resolves: false });
  await put({ ...b, status: 'deleted' });
  await resolveAll(fixture.database, organizationId, rules);
  await run('incremental');
  t.deepEqual([...(await readEdges(fixture.owner, organizationId)).keys()], [`${a.id} uses external:b`]);
});

test('beyond the limit of an account, resources have no references, and the run is partial', async (t) => {
  const { organizationId, accountId, a, b, put, run } = await makeInventory();
  await put(a, b, { ...a, id: randomUUID(), accountId, nativeId: 'c' });
  const outcome = await run('full', { maximumReferences: 1 });
  t.is(outcome.status, 'partial');
  t.regex(
    outcome.error ?? '',
    /^1 resources have no references because the account has more than 5,000,000\.$/,
  );
  t.is((await readEdges(fixture.owner, organizationId)).size, 1);
});

test('an identifier with many references is resolved again in parts when it comes and goes', async (t) => {
  const { organizationId, accountId, a, b, put, run } = await makeInventory();
  const many = Array.from({ length: 1100 }, (_, index) => ({
    ...a,
    id: randomUUID(),
    accountId,
    nativeId: `many-${index}`,
  }));
  await put(...many);
  await run('full');
  await put(b);
  await run('incremental');
  const targets = () =>
    fixture.owner.query<{ target_id: string; status: string; count: number }>(
      `select target_id, status, count(*)::integer as count from relationships where organization_id = $1
       group by target_id, status order by status`,
      [organizationId],
    );
  t.deepEqual(await targets(), [{ target_id: b.id, status: 'active', count: 1100 }]);
  await put({ ...b, status: 'deleted' });
  await run('incremental');
  t.like(await targets(), { length: 2, 1: { target_id: b.id, status: 'stale', count: 1100 } });
});

test('references that went are resolved in parts', async (t) => {
  const { organizationId, accountId, a, put, run } = await makeInventory();
  const references = Array.from({ length: 2000 }, (_, n) => ({
    rule: 'uses',
    path: 'p',
    key: `b${n}`,
    value: `b${n}`,
  }));
  const holders = Array.from({ length: 25 }, (_, n) => ({
    ...a,
    id: randomUUID(),
    accountId,
    nativeId: `holder-${n}`,
    configuration: { references },
  }));
  await put(...holders);
  await run('full', { resolves: false });
  await put(...holders.map((holder) => ({ ...holder, status: 'deleted' as const })));
  await run('incremental', { resolves: false });
  const count = async () => {
    const [row] = await fixture.owner.query<{ count: number }>(
      'select count(*)::integer as count from graph_references where organization_id = $1',
      [organizationId],
    );
    return row?.count;
  };
  t.is(await count(), 50_000);
  await fixture.database.withTenant(organizationId, (tenant) => resolveStep(tenant, rules, randomUUID()));
  t.is(await count(), 30_000);
  await resolveAll(fixture.database, organizationId, rules);
  t.is(await count(), 0);
});

test('a batch of resources with many stored references is read in parts', async (t) => {
  const { organizationId, accountId, a, put, run } = await makeInventory();
  const references = Array.from({ length: 2000 }, (_, n) => ({
    rule: 'uses',
    path: 'p',
    key: `b${n}`,
    value: `b${n}`,
  }));
  const ids = Array.from({ length: 25 }, () => randomUUID());
  const holders = ids.map((id) => ({ ...a, id, accountId, nativeId: id, configuration: { references } }));
  await put(...holders);
  await run('full', { resolves: false });
  await put(...holders.map((holder) => ({ ...holder, configuration: {} })));
  const read = await fixture.database.withTenant(organizationId, (tenant) => readHolders(tenant, ids, []));
  t.deepEqual(
    read.map(({ id }) => id),
    ids.toSorted().slice(0, 19),
  );
  await run('incremental');
  t.is((await readEdges(fixture.owner, organizationId)).size, 0);
});

test('an external node whose type becomes known is composed in an incremental run', async (t) => {
  const { database, owner } = fixture;
  const { organizationId, accountId, a, b, put } = await makeInventory();
  const composing: GraphRules = {
    version: 'composing',
    edgeRules: [
      ...rules.edgeRules,
      {
        id: 'reads',
        sourceType: 'B',
        path: 'q',
        targetTypes: ['C', 'D'],
        matcher: 'id',
        relation: 'reads_from',
      },
      { id: 'types', sourceType: 'E', path: 'q', targetTypes: ['C'], matcher: 'id', relation: 'monitors' },
    ],
    compositionRules: [
      {
        id: 'composed',
        throughType: 'B',
        first: { relation: 'uses', types: ['A'] },
        second: { relation: 'reads_from', types: ['C'] },
        relation: 'reads_from',
      },
    ],
  };
  const run = () =>
    runExtraction({ database, organizationId, accountId, mode: 'incremental', rules: composing });
  const reference = (rule: string) => ({ rule, path: 'q', key: 'c', value: 'c' });
  await put(a, { ...b, configuration: { ...b.configuration, references: [reference('reads')] } });
  await run();
  const composed = `${a.id} reads_from external:c`;
  t.false((await readEdges(owner, organizationId)).has(composed));
  const typing = { accountId, type: 'E', nativeId: 'e', configuration: { references: [reference('types')] } };
  await put(typing);
  await run();
  t.true((await readEdges(owner, organizationId)).has(composed));
});
