import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { hasOutcome } from '../../drift/has-outcome.ts';
import { exposedIds, isExposed } from '../../graph/exposure/exposure-conditions.ts';
import { isManagedBy, managedIds } from '../../mapping/projects/project-states.ts';
import { hasOpenIssue, idsWithOpenIssue } from '../../ownership/issues/open-issues.ts';
import { isOwnedBy, isUnowned, ownedIds } from '../../ownership/owners/resolve-owners.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { ResourceIdFilter } from './resource-id-filter.ts';
import { isMember, isTagged, memberIds, taggedIds } from './conditions.ts';
import { propertyFilter } from './property-filter.ts';
import { hasNoChild, trustsOutside } from './relationship-filters.ts';
import {
  countEnvironmentCells,
  findEnvironmentsOfClasses,
  environmentResourceIds,
  isInEnvironment,
  matchEnvironments,
} from './environment-resources.ts';

/** Returns the membership filters of a search. */
export async function membershipFilters(
  tenant: Tenant,
  filter: ResourceFilter,
): Promise<readonly ResourceIdFilter[]> {
  const { organizationId } = tenant;
  const { tags, applicationIds, iacProjectIds, teamIds, environmentIds, withoutTags, asOf } = filter;
  const allThat = (condition: (id: string) => Sql) => sql`select x.id as resource_id from resources x
    where x.organization_id = ${organizationId} and ${condition('x.id')}`;
  const filters: ResourceIdFilter[] = [];
  if (applicationIds !== undefined)
    filters.push({
      ids: memberIds(organizationId, applicationIds),
      condition: (id) => isMember(organizationId, id, applicationIds),
    });
  if (iacProjectIds !== undefined)
    filters.push({
      ids: managedIds(organizationId, iacProjectIds),
      condition: (id) => isManagedBy(organizationId, rawSql(id), iacProjectIds),
    });
  if (tags !== undefined)
    filters.push({
      ids: taggedIds(organizationId, tags, asOf),
      condition: (id) => isTagged(organizationId, id, tags, asOf),
    });
  for (const tag of filter.allTags ?? [])
    filters.push({
      ids: taggedIds(organizationId, [tag], asOf),
      condition: (id) => isTagged(organizationId, id, [tag], asOf),
    });
  const outcomes = filter.drift;
  if (outcomes !== undefined) {
    const has = (id: string) => hasOutcome(organizationId, id, outcomes);
    filters.push({ ids: allThat(has), condition: has });
  }
  const states = filter.exposures;
  if (states !== undefined)
    filters.push({
      ids: exposedIds(organizationId, states),
      condition: (id) => isExposed(organizationId, id, states),
    });
  if (withoutTags !== undefined) {
    const isUntagged = (id: string) => sql`not ${isTagged(organizationId, id, withoutTags, asOf)}`;
    filters.push({ ids: allThat(isUntagged), condition: isUntagged });
  }
  if (filter.withoutOwner === true) {
    const hasNoOwner = (id: string) => isUnowned(organizationId, id);
    filters.push({ ids: allThat(hasNoOwner), condition: hasNoOwner, isSlow: true });
  }
  if (filter.owned !== undefined) {
    const isUnownedResource = (id: string) => hasOpenIssue(organizationId, 'unowned_resource', id);
    const isOwned = (id: string) => sql`not ${isUnownedResource(id)}`;
    filters.push(
      filter.owned
        ? { ids: allThat(isOwned), condition: isOwned }
        : { ids: idsWithOpenIssue(organizationId, 'unowned_resource'), condition: isUnownedResource },
    );
  }
  if (filter.hasTeam !== undefined) {
    const isTeamless = (id: string) => sql`not ${isOwnedBy(organizationId, id, undefined)}`;
    filters.push(
      filter.hasTeam
        ? {
            ids: ownedIds(organizationId, undefined),
            condition: (id) => isOwnedBy(organizationId, id, undefined),
            isSlow: true,
          }
        : { ids: allThat(isTeamless), condition: isTeamless, isSlow: true },
    );
  }
  const since = { last_changed_at: filter.changedSince, first_discovered_at: filter.createdSince };
  for (const [column, time] of Object.entries(since)) {
    if (time === undefined) continue;
    const isRecent = sql`x.organization_id = ${organizationId} and ${rawSql(`x.${column}`)} >= ${time}`;
    filters.push({
      ids: sql`select x.id as resource_id from resources x where ${isRecent}`,
      condition: (id) => sql`exists (select from resources x where ${isRecent} and x.id = ${rawSql(id)})`,
    });
  }
  if (teamIds !== undefined)
    filters.push({
      ids: ownedIds(organizationId, teamIds),
      condition: (id) => isOwnedBy(organizationId, id, teamIds),
      isSlow: true,
    });
  const { properties, resourceTypes = [], withoutChildren, trusts, environmentClasses } = filter;
  if (properties !== undefined && properties.length > 0)
    filters.push(await propertyFilter(tenant, resourceTypes, properties));
  if (withoutChildren !== undefined) {
    const isChildless = (id: string) => hasNoChild(organizationId, id, withoutChildren);
    filters.push({ ids: allThat(isChildless), condition: isChildless });
  }
  if (trusts !== undefined) {
    const isTrusting = (id: string) => trustsOutside(organizationId, id, trusts);
    filters.push({ ids: allThat(isTrusting), condition: isTrusting });
  }
  for (const ids of [
    environmentIds,
    environmentClasses && (await findEnvironmentsOfClasses(tenant, environmentClasses)),
  ]) {
    if (ids === undefined) continue;
    const match = await matchEnvironments(tenant, ids);
    filters.push({
      ids: environmentResourceIds(organizationId, match),
      condition: (id) => isInEnvironment(organizationId, id, match),
      cells: countEnvironmentCells(organizationId, match),
    });
  }
  return filters;
}
