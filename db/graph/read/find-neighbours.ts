import { relationshipTypes } from '../../../domain/values.ts';
import { confidenceRank } from '../../fragments/confidence-rank.ts';
import { rowsOf } from '../../query.ts';
import { allOf, joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { edgeEnds } from '../edges/edge-ends.ts';
import type { GraphScope } from './graph-scope.ts';

export interface Neighbours {
  /** Ids of the new nodes by parent, confidence, type and id: one more than the limit if there are more. */
  readonly found: readonly string[];
  /** Ids of the nodes with more neighbours of a type than the maximum. */
  readonly capped: readonly string[];
}

/**
 * Finds the nodes that one edge connects with nodes of the previous depth.
 *
 * @param parents nodes of the previous depth, in their order
 * @param known nodes that are part of the graph already, which include `parents`
 * @param maximumOfType how many neighbours of a relationship type are read for a node: the first by confidence and id
 * @param limit the number of new nodes
 * @param isRoot also neighbours that the scope excludes are not read; otherwise, without filters, these count for the maximum
 */
export async function findNeighbours(
  tenant: Tenant,
  scope: GraphScope,
  {
    parents,
    known,
    maximumOfType,
    limit,
    isRoot,
  }: {
    readonly parents: readonly string[];
    readonly known: readonly string[];
    readonly maximumOfType: number;
    readonly limit: number;
    readonly isRoot: boolean;
  },
): Promise<Neighbours> {
  // Without filters, only deleted resources are excluded, so it is faster to test the nodes that are found.
  const testsAll = scope.isFiltered || isRoot;
  const rows = await rowsOf<{ readonly id: string; readonly capped: boolean }>(
    tenant,
    sql`with parent as materialized (
        select id, place from unnest(${parents}::uuid[]) with ordinality p (id, place)
      ), known as materialized (
        select id from unnest(${known}::uuid[]) k (id)
      ), ${readEdges(scope, maximumOfType + 1, testsAll)},
      neighbour as materialized (
        select place, relationship_type, other_id, min(rank) as rank,
               row_number() over (partition by place, relationship_type order by min(rank), other_id) as number
        from edge group by place, relationship_type, other_id
      ), found as (
        select distinct on (other_id) other_id as id, place, rank, relationship_type collate "C" as type
        from neighbour n
        where number <= ${maximumOfType} and not exists (select from known k where k.id = n.other_id)
        order by other_id, place, rank, type
      )
      (select id, false as capped
       from (select * from found order by place, rank, type, id offset 0) found
       where ${testsAll ? rawSql('true') : scope.contains('found.id')}
       order by place, rank, type, id limit ${limit + 1})
      union all
      select p.id, true from parent p
      where p.place in (select n.place from neighbour n where n.number > ${maximumOfType})`,
  );
  return {
    found: rows.filter(({ capped }) => !capped).map(({ id }) => id),
    capped: rows.filter(({ capped }) => capped).map(({ id }) => id),
  };
}

/**
 * Returns the table `edge` of the relationships of the parents: all of them, or of a parent with many the first `limit` of each
 * type. A parent with few relationships takes one index scan per direction, one with many takes one per type.
 */
function readEdges(scope: GraphScope, limit: number, testsAll: boolean): Sql {
  const rank = confidenceRank('e.confidence');
  const sides = scope.directions.map((direction) => ({ direction, ...edgeEnds[direction] }));
  const edges = ({ far, near, farColumn }: (typeof sides)[number], conditions: readonly Sql[]) =>
    sql`select e.relationship_type, ${rank} as rank, ${far} as other_id from relationships e
      where ${allOf([scope.edge, sql`${near} = p.id`, ...conditions, ...(testsAll ? [scope.contains(farColumn)] : [])])}
      order by e.relationship_type, ${rank}, ${far} limit ${limit}`;
  const types = sql`unnest(${scope.types ?? relationshipTypes}::text[]) t (type)`;
  const byType = (parents: Sql) =>
    joinSql(
      sides.map(
        (side) => sql`select p.place, e.* from ${parents} p cross join ${types}
          cross join lateral (${edges(side, [rawSql('e.relationship_type = t.type')])}) e
          where ${parentOf(side.direction)}`,
      ),
      ' union all ',
    );
  // With a filter on types, the relationships of other types would have to be skipped one by one.
  if (scope.types !== undefined)
    return sql`hub as not materialized (select p.*, d.direction from parent p
        cross join unnest(array['outgoing', 'incoming']) d (direction)),
      edge as not materialized (${byType(rawSql('hub'))})`;
  const near = sides.map(
    (side) => sql`select p.id, p.place, ${rawSql(`'${side.direction}'`)} as direction, e.* from parent p
      cross join lateral (${edges(side, [])}) e`,
  );
  return sql`near as materialized (${joinSql(near, ' union all ')}),
    hub as materialized (
      select id, place, direction from near group by id, place, direction having count(*) >= ${limit}
    ), edge as not materialized (
      select n.place, n.relationship_type, n.rank, n.other_id from near n
      where not exists (select from hub h where h.place = n.place and h.direction = n.direction)
      union all ${byType(rawSql('hub'))})`;
}

function parentOf(direction: string): Sql {
  return rawSql(`p.direction = '${direction}'`);
}
