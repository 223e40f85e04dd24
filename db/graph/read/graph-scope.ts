import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { RelationshipDirection, RelationshipType } from '../../../domain/values.ts';
import { findCandidates } from '../../inventory/search/candidate-set.ts';
import { isMatch, matchQuery } from '../../inventory/search/match-query.ts';
import { allOf, anyOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Which nodes and edges a graph contains. */
export interface GraphScope {
  readonly organizationId: string;
  readonly asOf: HistoryTime | undefined;
  readonly types: readonly RelationshipType[] | undefined;
  readonly directions: readonly RelationshipDirection[];
  /** Query for the ids `r.id` of the resources that match the filters. It ends in its WHERE clause. */
  readonly matches: Sql;
  /** Whether more than deleted resources are excluded. External nodes are then excluded, too. */
  readonly isFiltered: boolean;
  /** Returns the condition that the node with the id in `idColumn` is part of the graph: one or two lookups per row. */
  readonly contains: (idColumn: string) => Sql;
  /** The condition that the relationship `e` is part of the graph; nothing about its ends. */
  readonly edge: Sql;
}

/** Returns the scope of a request. With `filter.asOf`, nodes and edges are the ones of that time. */
export async function graphScope(
  tenant: Tenant,
  filter: ResourceFilter,
  {
    types,
    directions = ['outgoing', 'incoming'],
    onlyMatches = false,
  }: {
    readonly types?: readonly RelationshipType[] | undefined;
    readonly directions?: readonly RelationshipDirection[] | undefined;
    /** Excludes external nodes, also without filters. */
    readonly onlyMatches?: boolean;
  },
): Promise<GraphScope> {
  const { organizationId } = tenant;
  const { asOf } = filter;
  const matches = matchQuery(organizationId, filter, await findCandidates(tenant, filter));
  const filtered = onlyMatches || isFiltered(filter);
  return {
    organizationId,
    asOf,
    types,
    directions,
    matches,
    isFiltered: filtered,
    contains: (id) =>
      filtered
        ? isMatch(matches, id)
        : sql`(${isMatch(matches, id)} or exists (select from external_nodes x
            where x.organization_id = ${organizationId} and x.id = ${rawSql(id)} offset 0)
            ${asOf === undefined ? rawSql('') : sql`or ${wasExternal(organizationId, id, asOf)}`})`,
    edge: allOf([
      sql`e.organization_id = ${organizationId}`,
      asOf === undefined ? rawSql("e.status = 'active'") : validAt(organizationId, asOf),
      ...anyOf('e.relationship_type', types),
    ]),
  };
}

function isFiltered({ includeDeleted: _deleted, asOf: _time, ...filters }: ResourceFilter): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Edges of an external node move to the resource when it appears, so before that time the resource is an external node. */
function wasExternal(organizationId: string, id: string, asOf: HistoryTime): Sql {
  return sql`exists (select from resources x where x.organization_id = ${organizationId} and x.id = ${rawSql(id)}
    and x.first_discovered_at > ${asOf} offset 0)`;
}

function validAt(organizationId: string, asOf: HistoryTime): Sql {
  return sql`exists (select from relationship_periods p where p.organization_id = ${organizationId}
    and p.relationship_id = e.id and p.valid_from <= ${asOf} and p.valid_to > ${asOf})`;
}
