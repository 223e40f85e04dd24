import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

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
  const rows = await rowsOf<{ n: number }>(
    tenant,
    sql`update relationships e set source_id = g.new_source_id, target_id = g.new_target_id
      from unnest(${moves.map((move) => move.sourceId)}::uuid[], ${moves.map((move) => move.targetId)}::uuid[],
        ${moves.map(({ type }) => type)}::text[], ${moves.map((move) => move.newSourceId)}::uuid[],
        ${moves.map((move) => move.newTargetId)}::uuid[])
        with ordinality as g(source_id, target_id, type, new_source_id, new_target_id, n)
      where e.organization_id = ${organizationId} and e.source_id = g.source_id and e.target_id = g.target_id
        and e.relationship_type = g.type and e.status = 'active' and not exists (
          select from relationships o where o.organization_id = ${organizationId} and o.source_id = g.new_source_id
            and o.target_id = g.new_target_id and o.relationship_type = g.type)
      returning g.n`,
  );
  return rows.flatMap(({ n }) => moves[n - 1] ?? []);
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
