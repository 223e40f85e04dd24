import type { FacetEntry, ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { findCandidates } from './candidate-set.ts';
import { raiseWorkMemory } from './count-resources.ts';
import { groupMatches } from './group-matches.ts';
import { matchQuery } from './match-query.ts';
import { countMatches } from './search-resources.ts';

/** Counts by the states of resources by which a search can be filtered, and that are no facet. */
export type StateCounts = Readonly<Record<'management_state' | 'drift' | 'exposure', readonly FacetEntry[]>>;

/** More than there are management states. */
const maximumGroups = 100;

/**
 * Counts the resources that match a filter of the current state by each state, largest count first. Each state ignores its own
 * filter, so each count equals the `total` of a search with that value. Resources without an exposure are in no count of it.
 * The caller opens a snapshot transaction.
 */
export async function countStates(tenant: Tenant, filter: ResourceFilter): Promise<StateCounts> {
  const { groups } = await groupMatches(
    tenant,
    { ...filter, managementStates: undefined },
    { by: 'management_state', limit: maximumGroups },
  );
  const drift = await countDrift(tenant, { ...filter, drift: undefined });
  const exposure = await countBy(tenant, { ...filter, exposures: undefined }, exposureRows(tenant));
  return {
    management_state: sorted(groups.map(({ key = '', count }) => ({ value: key, count }))),
    drift: sorted(drift),
    exposure: sorted(exposure),
  };
}

/** A resource without an outcome is `unknown`. */
async function countDrift(tenant: Tenant, filter: ResourceFilter): Promise<readonly FacetEntry[]> {
  const { organizationId } = tenant;
  const compared = await countBy(
    tenant,
    filter,
    sql`select t.resource_id, t.outcome as value from resource_drift t
      where t.organization_id = ${organizationId} and t.outcome <> 'unknown'`,
  );
  const { total } = await countMatches(tenant, filter, await findCandidates(tenant, filter));
  const known = compared.reduce((sum, { count }) => sum + count, 0);
  return [...compared, { value: 'unknown', count: total - known }];
}

function exposureRows({ organizationId }: Tenant): Sql {
  return sql`select x.resource_id, min(x.state) as value from exposures x
    where x.organization_id = ${organizationId} group by 1`;
}

/** Counts the rows `(resource_id, value)` of matching resources by value. */
async function countBy(tenant: Tenant, filter: ResourceFilter, rows: Sql): Promise<readonly FacetEntry[]> {
  await raiseWorkMemory(tenant);
  const matches = matchQuery(tenant.organizationId, filter, await findCandidates(tenant, filter));
  return rowsOf<FacetEntry>(
    tenant,
    sql`select s.value, count(*)::integer as count
      from (${rows}) s join (${matches}) m on m.id = s.resource_id group by 1`,
  );
}

function sorted(entries: readonly FacetEntry[]): readonly FacetEntry[] {
  return entries
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}
