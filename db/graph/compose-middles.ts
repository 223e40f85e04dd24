import { composeEdges } from '../../domain/graph/compose-edges.ts';
import type { Composition, InnerEdge } from '../../domain/graph/compose-edges.ts';
import type { CompositionRule } from '../../domain/graph/edge-rule.ts';
import { addToGroup } from '../../domain/group-by.ts';
import { execute, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { findExternalNodes, moveEdges } from './move-edges.ts';
import type { EdgeMove } from './move-edges.ts';
import type { EndPair } from './recompute-edges.ts';

const middlesPerStep = 200;
/** Edges of the resources of a step. A resource with more is composed in a step of its own. */
const edgesPerStep = 10_000;
/** Edges of each direction and resource that are read, by id. */
const edgesPerMiddle = 10_000;

/** The ends whose edges can have changed. */
export interface ComposedStep {
  readonly pairs: readonly EndPair[];
  readonly moved: readonly EdgeMove[];
}

/**
 * Computes the compositions through the next changed resources again. The caller computes the edges between the returned
 * pairs. Returns `undefined` when there is no changed resource.
 */
export async function composeMiddles(
  tenant: Tenant,
  rules: readonly CompositionRule[],
): Promise<ComposedStep | undefined> {
  const middles = await takeMiddles(tenant);
  if (middles.length === 0) return undefined;
  const edges = await readInnerEdges(tenant, middles, relationsOf(rules));
  const desired = middles.flatMap(({ id, resource_type: type }) =>
    composeEdges(id, type, edges.get(id) ?? [], rules).map((composition) => ({
      ...composition,
      middleId: id,
    })),
  );
  const stored = await readCompositions(
    tenant,
    middles.map(({ id }) => id),
  );
  const storedByKey = new Map(stored.map((row) => [keyOf(row), row]));
  const desiredKeys = new Set(desired.map(keyOf));
  await remove(
    tenant,
    stored.filter((row) => !desiredKeys.has(keyOf(row))),
  );
  const changed = desired.filter((row) => {
    const known = storedByKey.get(keyOf(row));
    return known === undefined || known.sourceId !== row.sourceId || known.targetId !== row.targetId;
  });
  await upsert(tenant, changed);
  const moved = await moveComposed(tenant, changed, storedByKey);
  return {
    pairs: [...stored, ...desired].map(({ sourceId, targetId }) => [sourceId, targetId] as const),
    moved,
  };
}

type MiddleComposition = Composition & { readonly middleId: string };

function keyOf({ rule, firstId, secondId }: Composition): string {
  return `${firstId} ${secondId} ${rule}`;
}

function relationsOf(rules: readonly CompositionRule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ first, second }) => [first.relation, second.relation]))];
}

interface Middle {
  readonly id: string;
  readonly resource_type: string;
}

/** Removes the next changed resources from the queue. */
async function takeMiddles(tenant: Tenant): Promise<readonly Middle[]> {
  const { organizationId } = tenant;
  const counted = await rowsOf<Middle & { edges: number }>(
    tenant,
    sql`select m.resource_id as id, r.resource_type, (select count(*) from (
          (select from relationships e where e.organization_id = ${organizationId} and e.source_id = m.resource_id
            limit ${edgesPerStep})
          union all
          (select from relationships e where e.organization_id = ${organizationId} and e.target_id = m.resource_id
            limit ${edgesPerStep})) e) as edges
      from (select resource_id from graph_changed_middles where organization_id = ${organizationId}
        order by resource_id limit ${middlesPerStep}) m
      join resources r on r.organization_id = ${organizationId} and r.id = m.resource_id
      order by m.resource_id`,
  );
  let edges = 0;
  const taken = counted.filter((middle, index) => {
    edges += middle.edges;
    return index === 0 || edges <= edgesPerStep;
  });
  const ids = taken.map(({ id }) => id);
  await execute(
    tenant,
    sql`delete from graph_changed_middles where organization_id = ${organizationId} and resource_id = any(${ids}::uuid[])`,
  );
  return taken;
}

async function readInnerEdges(
  tenant: Tenant,
  middles: readonly Middle[],
  relations: readonly string[],
): Promise<ReadonlyMap<string, readonly InnerEdge[]>> {
  const { organizationId } = tenant;
  const edgesOf = (end: 'source_id' | 'target_id', other: 'source_id' | 'target_id') =>
    sql`(select e.id, e.source_id, e.target_id, e.relationship_type, e.${rawSql(other)} as other_id from relationships e
      where e.organization_id = ${organizationId} and e.${rawSql(end)} = m.id and e.status = 'active' and e.direct
        and e.relationship_type = any(${relations}::text[])
      order by e.id limit ${edgesPerMiddle})`;
  const rows = await rowsOf<InnerEdge & { middle_id: string }>(
    tenant,
    sql`select m.id as middle_id, f.id, f.source_id as "sourceId", f.target_id as "targetId",
        f.relationship_type as type, coalesce(r.resource_type, n.resource_type) as "otherType"
      from unnest(${middles.map(({ id }) => id)}::uuid[]) as m(id)
      cross join lateral (${edgesOf('source_id', 'target_id')} union all ${edgesOf('target_id', 'source_id')}) f
      left join resources r on r.organization_id = ${organizationId} and r.id = f.other_id
      left join external_nodes n on n.organization_id = ${organizationId} and n.id = f.other_id`,
  );
  const edges = new Map<string, InnerEdge[]>();
  for (const { middle_id: middleId, ...edge } of rows) addToGroup(edges, middleId, edge);
  return edges;
}

async function readCompositions(
  tenant: Tenant,
  middleIds: readonly string[],
): Promise<readonly MiddleComposition[]> {
  return rowsOf<MiddleComposition>(
    tenant,
    sql`select rule, first_id as "firstId", second_id as "secondId", middle_id as "middleId", source_id as "sourceId",
        target_id as "targetId", relationship_type as type
      from relationship_compositions
      where organization_id = ${tenant.organizationId} and middle_id = any(${middleIds}::uuid[])`,
  );
}

async function remove(tenant: Tenant, rows: readonly MiddleComposition[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tenant,
    sql`delete from relationship_compositions c
      using unnest(${rows.map(({ firstId }) => firstId)}::uuid[], ${rows.map(({ secondId }) => secondId)}::uuid[],
        ${rows.map(({ rule }) => rule)}::text[]) as g(first_id, second_id, rule)
      where c.organization_id = ${tenant.organizationId} and c.first_id = g.first_id and c.second_id = g.second_id
        and c.rule = g.rule`,
  );
}

async function upsert(tenant: Tenant, rows: readonly MiddleComposition[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tenant,
    sql`insert into relationship_compositions (organization_id, rule, middle_id, first_id, second_id, source_id,
        target_id, relationship_type)
      select ${tenant.organizationId}, g.* from unnest(${rows.map(({ rule }) => rule)}::text[],
        ${rows.map(({ middleId }) => middleId)}::uuid[], ${rows.map(({ firstId }) => firstId)}::uuid[],
        ${rows.map(({ secondId }) => secondId)}::uuid[], ${rows.map(({ sourceId }) => sourceId)}::uuid[],
        ${rows.map(({ targetId }) => targetId)}::uuid[], ${rows.map(({ type }) => type)}::text[]) as g
      on conflict (organization_id, first_id, second_id, rule) do update set middle_id = excluded.middle_id,
        source_id = excluded.source_id, target_id = excluded.target_id, relationship_type = excluded.relationship_type`,
  );
}

/** Moves composed edges whose inner edge moved from an external node to a resource. */
async function moveComposed(
  tenant: Tenant,
  changed: readonly MiddleComposition[],
  storedByKey: ReadonlyMap<string, MiddleComposition>,
): Promise<readonly EdgeMove[]> {
  const moves = changed.flatMap((row) => {
    const known = storedByKey.get(keyOf(row));
    return known === undefined || known.type !== row.type
      ? []
      : [
          {
            sourceId: known.sourceId,
            targetId: known.targetId,
            type: row.type,
            newSourceId: row.sourceId,
            newTargetId: row.targetId,
          },
        ];
  });
  if (moves.length === 0) return [];
  const external = await findExternalNodes(
    tenant,
    moves.flatMap(({ sourceId, targetId }) => [sourceId, targetId]),
  );
  return moveEdges(
    tenant,
    moves.filter(({ sourceId, targetId }) => external.has(sourceId) || external.has(targetId)),
  );
}
