import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { GraphRules } from '../../../domain/graph/graph-rules.ts';
import { insertAccounts, insertOrganization, putResources } from '../../support/graph/insert-resources.ts';
import { runExtraction } from '../../support/graph/run-extraction.ts';
import { useOpenDatabase } from '../../support/use-open-database.ts';

const fixture = useOpenDatabase();

/** Ten transactions: one that is not bounded would write five times the limit that the test allows. */
const holders = 10_000;
const holdersPerTransaction = 1000;

const rules: GraphRules = {
  version: 'hub',
  edgeRules: [
    {
      id: 'uses',
      sourceType: 'A',
      path: 'p',
      targetTypes: ['B'],
      matcher: 'id',
      relation: 'uses',
      external: false,
    },
  ],
  compositionRules: [],
};

/** Inserts resources of type A with an active relationship to the hub, as an extraction stores them. */
async function insertHolders(organizationId: string, accountId: string, hubId: string): Promise<void> {
  await fixture.owner.query(
    `with inserted as materialized (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
       select $1, $2, 'eu-west-1', 'A', 'a-' || n, 'h', 1 from generate_series(1, $3::integer) n returning id
     ), holders as (
       insert into graph_holders (organization_id, resource_id, aws_account_id, config_hash, observed_at, reference_count,
         resolve_due)
       select $1, id, $2, 'h', now(), 1, false from inserted
     ), edges as (
       insert into relationships (organization_id, source_id, target_id, relationship_type, confidence, status, properties,
         evidence, evidence_count, holder_account_id, direct, first_observed_at, last_observed_at)
       select $1, id, $4, 'uses', 'high', 'active', '{}', '[]', 0, $2, true, now(), now() from inserted returning id
     ), periods as (
       insert into relationship_periods (organization_id, relationship_id, valid_from) select $1, id, now() from edges
     )
     insert into graph_references (organization_id, holder_id, rule, path, key, value, properties, other_id)
     select $1, id, 'uses', 'p', 'hub', 'hub', '{}', $4 from inserted`,
    [organizationId, accountId, holders, hubId],
  );
  for (const table of ['resources', 'graph_holders', 'graph_references', 'relationships'])
    await fixture.owner.query(`analyze ${table}`);
}

test('an identifier with 10,000 holders goes and comes back in transactions of 1,000', async (t) => {
  t.timeout(300_000);
  const { database, owner } = fixture;
  const organizationId = await insertOrganization(owner);
  const [accountId = ''] = await insertAccounts(owner, organizationId, ['123456789012']);
  const hub = {
    id: randomUUID(),
    accountId,
    type: 'B',
    nativeId: 'hub',
    configuration: { identifiers: [{ kind: 'id', key: 'hub' }] },
  };
  const run = () => runExtraction({ database, organizationId, accountId, mode: 'incremental', rules });
  const edges = () =>
    owner.query<object>(
      `select e.status, count(*)::integer as edges, sum(p.periods)::integer as periods, sum(p.open)::integer as open
       from relationships e
       cross join lateral (select count(*) as periods, count(*) filter (where valid_to = 'infinity') as open
         from relationship_periods p where p.organization_id = $1 and p.relationship_id = e.id) p
       where e.organization_id = $1 group by e.status`,
      [organizationId],
    );
  /** The largest number of rows that one transaction wrote last. */
  const maximumTransaction = async (table: string) => {
    const [row] = await owner.query<{ rows: number }>(
      `select max(rows)::integer as rows from (
         select count(*) as rows from ${table} where organization_id = $1 group by xmin::text) t`,
      [organizationId],
    );
    return row?.rows ?? 0;
  };
  await putResources(owner, organizationId, [hub]);
  await run();
  await insertHolders(organizationId, accountId, hub.id);
  for (const [step, resource, expected] of [
    ['goes', { ...hub, status: 'deleted' }, { status: 'stale', edges: holders, periods: holders, open: 0 }],
    ['comes back', hub, { status: 'active', edges: holders, periods: 2 * holders, open: holders }],
  ] as const) {
    await putResources(owner, organizationId, [resource]);
    t.is((await run()).status, 'succeeded', step);
    t.deepEqual(await edges(), [expected], step);
    for (const table of ['relationships', 'graph_holders', 'graph_references', 'relationship_periods'])
      t.true((await maximumTransaction(table)) <= 2 * holdersPerTransaction, `${table} ${step}`);
  }
  const outstanding = await owner.query(
    `select from graph_holders where organization_id = $1 and resolve_due
     union all select from graph_changed_keys where organization_id = $1`,
    [organizationId],
  );
  t.deepEqual(outstanding, []);
});
