import { execute, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { distinctPairs, selectBetween } from './between-ends.ts';
import type { EndPair } from './between-ends.ts';
import { valuesById } from '../values-by-id.ts';

/** An edge whose one end, an external node, is now another end: usually the resource that appeared. */
export interface EdgeMove {
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: string;
  readonly newSourceId: string;
  readonly newTargetId: string;
}

/**
 * Moves edges to other ends, so that they keep their ids. Leaves an edge alone when the edge that it would become exists.
 * Returns the edges that moved.
 */
export async function moveEdges(tenant: Tenant, given: readonly EdgeMove[]): Promise<readonly EdgeMove[]> {
  // One move for each new edge and for each old one: two would violate the unique constraint.
  const byNew = new Map(given.map((move) => [`${move.newSourceId} ${move.newTargetId} ${move.type}`, move]));
  const moves = [
    ...new Map(
      [...byNew.values()].map((move) => [`${move.sourceId} ${move.targetId} ${move.type}`, move]),
    ).values(),
  ];
  if (moves.length === 0) return [];
  const { organizationId } = tenant;
  const pairs = moves.flatMap((move): EndPair[] => [
    [move.sourceId, move.targetId],
    [move.newSourceId, move.newTargetId],
  ]);
  const edges = await rowsOf<{
    id: string;
    sourceId: string;
    targetId: string;
    type: string;
    active: boolean;
  }>(
    tenant,
    selectBetween(
      distinctPairs(pairs),
      ['source_id', 'target_id'],
      (
        isBetween,
      ) => sql`select id, source_id, target_id, relationship_type as type, status = 'active' as active
        from relationships where organization_id = ${organizationId} and ${isBetween}`,
    ),
  );
  const edgeOf = new Map(edges.map((edge) => [`${edge.sourceId} ${edge.targetId} ${edge.type}`, edge]));
  const moved = moves.flatMap((move) => {
    const edge = edgeOf.get(`${move.sourceId} ${move.targetId} ${move.type}`);
    const isFree = !edgeOf.has(`${move.newSourceId} ${move.newTargetId} ${move.type}`);
    return edge?.active === true && isFree ? [{ id: edge.id, move }] : [];
  });
  if (moved.length === 0) return [];
  await execute(
    tenant,
    sql`update relationships e set source_id = (v.by_id -> e.id::text ->> 'source_id')::uuid,
        target_id = (v.by_id -> e.id::text ->> 'target_id')::uuid
      from ${valuesById(moved, ({ move }) => ({ source_id: move.newSourceId, target_id: move.newTargetId }))}
      where e.organization_id = ${organizationId} and e.id = any(${moved.map(({ id }) => id)}::uuid[])`,
  );
  return moved.map(({ move }) => move);
}

/** Returns those of the ids that are external nodes. */
export async function findExternalNodes(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from external_nodes
      where organization_id = ${tenant.organizationId} and id = any(${ids}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
