import { dimensions } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { allOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { inCandidateSet } from './candidate-set.ts';
import type { CandidateSet } from './candidate-set.ts';
import { dimensionCondition, resourceConditions } from './conditions.ts';
import { statusConditionAt, validAt } from './search-at-time.ts';

/**
 * Returns a query for the ids (`r.id`) of the resources that match a filter, now or at `filter.asOf`. It ends in its WHERE
 * clause, so that conditions on `r.id`, an order and a limit can be appended.
 * @param candidates result of `findCandidates` for the filter
 */
export function matchQuery(
  organizationId: string,
  filter: ResourceFilter,
  candidates: CandidateSet | undefined,
): Sql {
  const ofCandidates = inCandidateSet(candidates, 'r.id');
  const { asOf } = filter;
  if (asOf === undefined)
    return sql`select r.id from resources r
      where r.organization_id = ${organizationId} and ${allOf([...resourceConditions(filter, 'r'), ...ofCandidates])}`;
  const ofResource = dimensions.flatMap((dimension) =>
    dimensionCondition(filter, dimension, `r.${dimension}`),
  );
  return sql`select r.id from resources r
    join resource_history h on h.organization_id = ${organizationId} and h.resource_id = r.id and ${validAt(asOf)}
    where r.organization_id = ${organizationId}
      and ${allOf([...ofResource, ...statusConditionAt(filter), ...ofCandidates])}`;
}

/** Returns the condition that the resource with the id in `idColumn` matches: one lookup per row. */
export function isMatch(matches: Sql, idColumn: string): Sql {
  // `offset 0` keeps Postgres from converting the condition into a join or a hash of all matches.
  return sql`exists (${matches} and r.id = ${rawSql(idColumn)} offset 0)`;
}
