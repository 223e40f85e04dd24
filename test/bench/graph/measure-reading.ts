import type pg from 'pg';
import { findImpact } from '../../../db/graph/read/impact-read-model.ts';
import { readGraph } from '../../../db/graph/read/read-graph.ts';
import { listResourceRelationships } from '../../../db/graph/read/relationship-read-model.ts';
import { failureDefaults, targetFailingTypes } from '../../../domain/graph/failure-propagation.ts';
import { relationshipTypes } from '../../../domain/values.ts';
import type { Database, Tenant } from '../../../db/tenant.ts';
import type { Figure } from '../bench.ts';
import { compare } from '../search/measure.ts';
import type { LoadedEstate } from './load-estate.ts';

export interface MeasuredReading {
  readonly database: Database;
  readonly owner: pg.Client;
  readonly estate: LoadedEstate;
}

type Figures = Readonly<Record<string, Figure>>;

const rootsOfType = 6;

/** Measures the three reads from resources of every type, the hubs of security groups included. */
export async function measureReading(measured: MeasuredReading): Promise<Figures> {
  const { owner, estate } = measured;
  const roots = await chooseRoots(measured);
  const { organizationId } = estate;
  const bare =
    (text: string, ...values: readonly unknown[]) =>
    (id: string) =>
      owner.query(text, [organizationId, id, ...values]);
  return {
    ...(await measure(
      measured,
      'neighbours',
      10,
      roots,
      (tenant, id) => listResourceRelationships(tenant, id, { statuses: ['active'] }, 50, undefined),
      bare(bareNeighbours),
    )),
    ...(await measure(
      measured,
      'graph, depth 3, 500 nodes',
      100,
      roots,
      (tenant, id) =>
        readGraph(tenant, {
          root: { type: 'resource', id },
          filter: {},
          types: undefined,
          directions: undefined,
          level: 'resource',
          depth: 3,
          limit: 500,
        }),
      bare(bareGraph),
    )),
    ...(await measure(
      measured,
      'impact, depth 5',
      500,
      roots,
      (tenant, id) => findImpact(tenant, id, 'incoming', 5),
      bare(bareImpact, sourceFailingTypes(), targetFailingTypes),
    )),
  };
}

async function measure(
  { database, estate }: MeasuredReading,
  name: string,
  maximumMilliseconds: number,
  roots: readonly string[],
  read: (tenant: Tenant, id: string) => Promise<unknown>,
  bare: (id: string) => Promise<unknown>,
): Promise<Figures> {
  const [ours, theirs] = await compare(
    roots,
    (id) => database.withTenant(estate.organizationId, (tenant) => read(tenant, id), { readOnly: true }),
    bare,
  );
  return {
    [`${name} p50`]: { value: ours.p50, unit: 'ms', baseline: theirs.p50, ok: true },
    [`${name} p95`]: {
      value: ours.p95,
      unit: 'ms',
      baseline: theirs.p95,
      target: `<= ${maximumMilliseconds}`,
      ok: ours.p95 <= maximumMilliseconds,
    },
  };
}

async function chooseRoots({ owner, estate }: MeasuredReading): Promise<readonly string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from (
       select id, row_number() over (partition by resource_type order by hashtext(native_id)) as n
       from resources where organization_id = $1) r
     where n <= $2 order by hashtext(id::text)`,
    [estate.organizationId, rootsOfType],
  );
  return rows.map(({ id }) => id);
}

// The baselines are single statements of the superuser, without row-level security, node names, paths and groups.
const bareNeighbours = `
  select e.*, r.name from (
    select id, relationship_type, target_id as other_id from relationships
      where organization_id = $1 and source_id = $2 and status = 'active'
    union all
    select id, relationship_type, source_id from relationships
      where organization_id = $1 and target_id = $2 and status = 'active'
    order by id limit 51) e
  left join resources r on r.organization_id = $1 and r.id = e.other_id`;

const bareGraph = `
  with recursive walk (id, depth) as (
    select $2::uuid, 0
    union
    select n.id, w.depth + 1 from walk w cross join lateral (
      (select target_id as id from relationships
        where organization_id = $1 and source_id = w.id and status = 'active' limit 50)
      union all
      (select source_id from relationships
        where organization_id = $1 and target_id = w.id and status = 'active' limit 50)) n
    where w.depth < 3)
  select id, min(depth) from walk group by id order by 2 limit 500`;

const bareImpact = `
  with recursive walk (id, depth) as (
    select $2::uuid, 0
    union
    select n.id, w.depth + 1 from walk w cross join lateral (
      select source_id as id from relationships where organization_id = $1 and target_id = w.id and status = 'active'
        and relationship_type = any($3::text[])
      union all
      select target_id from relationships where organization_id = $1 and source_id = w.id and status = 'active'
        and relationship_type = any($4::text[])) n
    where w.depth < 5)
  select id, min(depth) from walk group by id order by 2 limit 10000`;

/** Types of relationships whose source fails when the target fails. */
function sourceFailingTypes() {
  return relationshipTypes.filter((type) => ['source', 'both'].includes(failureDefaults[type].end));
}
