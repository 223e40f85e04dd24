import { composeEdges } from '../../../domain/graph/compose-edges.ts';
import type { Composition, InnerEdge } from '../../../domain/graph/compose-edges.ts';
import type { CompositionRule } from '../../../domain/graph/edge-rule.ts';
import { addToGroup } from '../../../domain/lists/add-to-group.ts';
import { execute, rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { findExternalNodes, moveEdges } from './move-edges.ts';
import type { EdgeMove } from './move-edges.ts';
import { takeUpTo } from '../resolve/take-up-to.ts';
import type { EndPair } from './between-ends.ts';

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
  const desired = middles.flatMap(({ id, resourceType: type }) =>
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
  readonly resourceType: string;
}

/** Removes the next changed resources from the queue. */
async function takeMiddles(tenant: Tenant): Promise<readonly Middle[]> {
  const { organizationId } = tenant;
  const changed = await rowsOf<{ id: string }>(
    tenant,
    sql`select resource_id as id from graph_changed_middles where organization_id = ${organizationId}
      order by resource_id limit ${middlesPerStep}`,
  );
  if (changed.length === 0) return [];
  const changedIds = changed.map(({ id }) => id);
  const firstEdges = (end: 'source_id' | 'target_id') =>
    sql`(select ${rawSql(end)} as id from relationships
      where organization_id = ${organizationId} and ${rawSql(end)} = any(${changedIds}::uuid[])
      order by ${rawSql(end)} limit ${edgesPerStep + 1})`;
  const counts = await rowsOf<{ id: string; count: number }>(
    tenant,
    sql`select id, count(*)::integer as count from (${firstEdges('source_id')} union all ${firstEdges('target_id')}) e
      group by id`,
  );
  const ids = takeUpTo(edgesPerStep, changedIds, new Map(counts.map(({ id, count }) => [id, count])));
  await execute(
    tenant,
    sql`delete from graph_changed_middles where organization_id = ${organizationId} and resource_id = any(${ids}::uuid[])`,
  );
  return rowsOf<Middle>(
    tenant,
    sql`select id, resource_type from resources where organization_id = ${organizationId} and id = any(${ids}::uuid[])
      order by id`,
  );
}

type StoredInnerEdge = Omit<InnerEdge, 'otherType'> & { readonly middleId: string; readonly otherId: string };

async function readInnerEdges(
  tenant: Tenant,
  middles: readonly Middle[],
  relations: readonly string[],
): Promise<ReadonlyMap<string, readonly InnerEdge[]>> {
  const { organizationId } = tenant;
  const ids = middles.map(({ id }) => id);
  const edgesOf = (end: 'source_id' | 'target_id', other: 'source_id' | 'target_id') =>
    sql`(select id, source_id as "sourceId", target_id as "targetId", relationship_type as type,
        ${rawSql(end)} as middle_id, ${rawSql(other)} as other_id,
        row_number() over (partition by ${rawSql(end)} order by id) as position
      from relationships where organization_id = ${organizationId} and ${rawSql(end)} = any(${ids}::uuid[])
        and status = 'active' and direct and relationship_type = any(${relations}::text[]))`;
  const rows = await rowsOf<StoredInnerEdge>(
    tenant,
    sql`select id, "sourceId", "targetId", type, middle_id, other_id
      from (${edgesOf('source_id', 'target_id')} union all ${edgesOf('target_id', 'source_id')}) e
      where position <= ${edgesPerMiddle}`,
  );
  const types = await readTypes(tenant, [...new Set(rows.map((row) => row.otherId))]);
  const edges = new Map<string, InnerEdge[]>();
  for (const { middleId, otherId, ...edge } of rows)
    addToGroup(edges, middleId, { ...edge, otherType: types.get(otherId) });
  return edges;
}

/** Returns the types of resources and external nodes. */
async function readTypes(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ id: string; resourceType: string | undefined }>(
    tenant,
    sql`select id, resource_type from resources where organization_id = ${organizationId} and id = any(${ids}::uuid[])
      union all
      select id, resource_type from external_nodes where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row.resourceType]));
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
    sql`delete from relationship_compositions where organization_id = ${tenant.organizationId}
      and first_id = any(${rows.map(({ firstId }) => firstId)}::uuid[])
      and second_id = any(${rows.map(({ secondId }) => secondId)}::uuid[])
      and first_id::text || ' ' || second_id::text || ' ' || rule = any(${rows.map(keyOf)}::text[])`,
  );
}

async function upsert(tenant: Tenant, rows: readonly MiddleComposition[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = {
    rule: 'text',
    middleId: 'uuid',
    firstId: 'uuid',
    secondId: 'uuid',
    sourceId: 'uuid',
    targetId: 'uuid',
    type: 'text',
  } as const;
  await execute(
    tenant,
    sql`insert into relationship_compositions (organization_id, rule, middle_id, first_id, second_id, source_id,
        target_id, relationship_type)
      select ${tenant.organizationId}, g.* from ${rowset('g', columns, rows)}
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
