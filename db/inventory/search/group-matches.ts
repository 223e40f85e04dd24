import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { managementStates } from '../../../domain/values.ts';
import { selectProjectClaims } from '../../mapping/projects/project-claims.ts';
import { ownersOf } from '../../ownership/owners/resolve-owners.ts';
import { rowsOf } from '../../query.ts';
import { allOf, anyOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { findCandidates } from './candidate-set.ts';
import { countResources, raiseWorkMemory } from './count-resources.ts';
import { matchQuery } from './match-query.ts';

/** Properties without a facet, by which matches can be counted. */
export const matchGroupings = [
  'management_state',
  'application',
  'team',
  'environment',
  'project',
  'tag',
] as const;
export type MatchGrouping = (typeof matchGroupings)[number];

export interface MatchGroup {
  /** Null for resources without a value. */
  readonly key: string | undefined;
  readonly count: number;
}

/** The largest groups, and how many there are. */
export interface MatchGroups {
  readonly groups: readonly MatchGroup[];
  readonly groupCount: number;
}

/** Which groups to count. */
export interface GroupRequest {
  readonly by: MatchGrouping;
  /** The key of the grouping `tag`. */
  readonly tagKey?: string | undefined;
  /** Counts only these keys. */
  readonly keys?: readonly string[] | undefined;
  /** Maximum number of groups. */
  readonly limit: number;
}

/**
 * Counts the resources that match a filter of the current state by a property, largest count first. Each count equals the
 * `total` of a search that adds the value to the filter. A resource with several values counts in each.
 */
export async function groupMatches(
  tenant: Tenant,
  filter: ResourceFilter,
  { by, tagKey = '', keys, limit }: GroupRequest,
): Promise<MatchGroups> {
  const { organizationId } = tenant;
  const candidates = await findCandidates(tenant, filter);
  // The stored counts have the management state.
  if (candidates === undefined && by === 'management_state') return countStates(tenant, filter);
  await raiseWorkMemory(tenant);
  const rows = await rowsOf<MatchGroup & { readonly groups: number }>(
    tenant,
    sql`with matched as materialized (${matchQuery(organizationId, filter, candidates)}),
        keys as materialized (${keysOf[by](organizationId, tagKey)})
      select k.key::text as key, count(*)::integer as count, (count(*) over ())::integer as groups
      from matched left join keys k on k.resource_id = matched.id
      where ${allOf(anyOf('k.key::text', keys))}
      group by 1 order by 2 desc, 1 limit ${limit}`,
  );
  return { groups: rows.map(({ key, count }) => ({ key, count })), groupCount: rows[0]?.groups ?? 0 };
}

async function countStates(tenant: Tenant, filter: ResourceFilter): Promise<MatchGroups> {
  const groups: MatchGroup[] = [];
  for (const state of filter.managementStates ?? managementStates) {
    const { total } = await countResources(tenant, { ...filter, managementStates: [state] });
    if (total > 0) groups.push({ key: state, count: total });
  }
  return { groups: groups.toSorted((a, b) => b.count - a.count), groupCount: groups.length };
}

/** Queries for `(resource_id, key)`, which read `matched (id)`. */
const keysOf: Readonly<Record<MatchGrouping, (organizationId: string, tagKey: string) => Sql>> = {
  management_state: (organizationId) => sql`select r.id as resource_id, r.management_state as key
    from matched join resources r on r.organization_id = ${organizationId} and r.id = matched.id`,
  application: (organizationId) => sql`select m.resource_id, m.application_id as key
    from matched join memberships m on m.organization_id = ${organizationId} and m.resource_id = matched.id
    where m.status = any(${activeMembershipStatuses}::text[])`,
  team: (organizationId) => sql`select distinct o.resource_id, o.team_id as key
    from ${ownersOf(organizationId, sql`select id from matched`)} o where o.team_id is not null`,
  environment: (organizationId) => sql`select r.id as resource_id,
      coalesce(x.environment_id, a.default_environment_id) as key
    from matched join resources r on r.organization_id = ${organizationId} and r.id = matched.id
    left join resource_environments x on x.organization_id = ${organizationId} and x.resource_id = r.id
    left join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id`,
  project: (organizationId) => sql`select distinct c.resource_id, c.iac_project_id as key
    from ${selectProjectClaims(organizationId)} c where c.resource_id in (select id from matched)`,
  tag: (organizationId, tagKey) => sql`select t.resource_id, t.value as key
    from matched join resource_tags t on t.organization_id = ${organizationId} and t.resource_id = matched.id
    where t.key = ${tagKey} and t.valid_to = 'infinity'`,
};
