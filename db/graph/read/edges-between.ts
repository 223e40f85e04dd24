import { rowsOf } from '../../query.ts';
import { joinSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { edgeEnds } from '../edges/edge-ends.ts';
import type { GraphScope } from './graph-scope.ts';
import { lastObserved } from './relationship-row.ts';
import type { EdgeRow } from './relationship-row.ts';

/**
 * Returns the edges whose ends are both in `ids`, ordered by source and target as in `ids`, then by type; at most `limit`.
 * The directions of the scope do not matter.
 */
export async function edgesBetween(
  tenant: Tenant,
  scope: GraphScope,
  ids: readonly string[],
  limit: number,
): Promise<readonly EdgeRow[]> {
  const { organizationId } = tenant;
  const last = lastObserved(organizationId);
  const [status, observed] =
    scope.asOf === undefined ? [sql`e.status`, last] : [sql`'active'`, sql`least(${last}, ${scope.asOf})`];
  // The first step is an index-only scan of all edges of the nodes; only the edges between nodes are read from the table.
  return rowsOf<EdgeRow>(
    tenant,
    sql`with node as materialized (
        select id, place from unnest(${ids}::uuid[]) with ordinality n (id, place)
      ), inner_edge as materialized (
        select e.id, s.place as source_place, t.place as target_place, e.relationship_type collate "C" as type
        from node s
        cross join lateral (select e.id, e.target_id, e.relationship_type from relationships e
          where ${scope.edge} and e.source_id = s.id offset 0) e
        join node t on t.id = e.target_id
        order by source_place, target_place, type limit ${limit}
      )
      select e.id, e.source_id, e.target_id, e.relationship_type, e.confidence,
             ${status} as status, ${observed} as last_observed_at, e.source_failure, e.target_failure, e.failure_local
      from inner_edge i join relationships e on e.organization_id = ${organizationId} and e.id = i.id
      order by i.source_place, i.target_place, i.type`,
  );
}

/**
 * Counts the edges of nodes in the directions of the scope. With filters, counts edges to nodes that the scope contains and to
 * `rootId`; without filters, edges to deleted resources count until an extraction updates them.
 */
export async function countEdges(
  tenant: Tenant,
  scope: GraphScope,
  ids: readonly string[],
  rootId: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const counts = scope.directions.map((direction) => {
    const { near, far, farColumn } = edgeEnds[direction];
    const ofRoot = rootId === undefined ? sql`` : sql` or ${far} = ${rootId}`;
    const passes = scope.isFiltered ? sql`and (${scope.contains(farColumn)}${ofRoot})` : sql``;
    return sql`(select count(*) from relationships e where ${scope.edge} and ${near} = n.id ${passes})`;
  });
  const rows = await rowsOf<{ readonly id: string; readonly edges: number }>(
    tenant,
    sql`select n.id, (${joinSql(counts, ' + ')})::integer as edges from unnest(${ids}::uuid[]) n (id)`,
  );
  return new Map(rows.map(({ id, edges }) => [id, edges]));
}
