import { defaultScanStatuses, maximumDelayMinutes } from '../../domain/events/event-filter.ts';
import type { EventFilter } from '../../domain/events/event-filter.ts';
import { globalTrailRegions, serviceTrailRegions } from '../../domain/changes/global-trail-regions.ts';
import { deliveryDelayMs } from '../../domain/changes/poll-windows.ts';
import { globalRegion, riskSeverities } from '../../domain/values.ts';
import { isMember, isTagged } from '../inventory/search/conditions.ts';
import { isInEnvironment, matchEnvironments } from '../inventory/search/environment-resources.ts';
import { isOwnedBy } from '../ownership/owners/resolve-owners.ts';
import { allOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Returns the conditions of a filter on the event `e` and its resource `r`, which is joined from the left: whether the event
 * is wanted, and whether that can be decided now.
 */
export async function eventConditions(
  tenant: Tenant,
  filter: EventFilter,
): Promise<{ readonly isWanted: Sql; readonly isDecided: Sql }> {
  const { organizationId } = tenant;
  const wanted: Sql[] = [];
  const isPlan = rawSql("e.type = 'plan.reported'");
  const ofResources = (condition: Sql) => wanted.push(sql`(r.id is null or ${condition})`);
  const ofPlans = (groups: 'applications' | 'teams' | 'environments', ids: readonly string[]) =>
    wanted.push(sql`(not ${isPlan} or exists (select from plans p
      cross join lateral jsonb_array_elements(p.impact -> ${groups}::text) g
      where p.organization_id = ${organizationId} and p.id = (e.data -> 'plan' ->> 'id')::uuid
        and g ->> 'id' = any(${ids}::text[])))`);
  const {
    aws_account_id: accountIds,
    region: regions,
    resource_type: resourceTypes,
    tag: tags,
    application_id: applicationIds,
    team_id: teamIds,
    environment_id: environmentIds,
    min_risk: minimumRisk,
    explained,
  } = filter;
  if (accountIds !== undefined) {
    ofResources(sql`r.aws_account_id = any(${accountIds}::uuid[])`);
    wanted.push(sql`(e.type not like 'account.%' or e.aws_account_id = any(${accountIds}::uuid[]))`);
    wanted.push(sql`(e.type not like 'scan.%' or exists (select from scan_accounts s
      where s.organization_id = ${organizationId} and s.scan_id = (e.data -> 'scan' ->> 'id')::uuid
        and s.aws_account_id = any(${accountIds}::uuid[])))`);
  }
  if (regions !== undefined) ofResources(sql`r.region = any(${regions}::text[])`);
  if (resourceTypes !== undefined) ofResources(sql`r.resource_type = any(${resourceTypes}::text[])`);
  if (tags !== undefined) ofResources(isTagged(organizationId, 'r.id', tags, undefined));
  if (applicationIds !== undefined) {
    ofResources(isMember(organizationId, 'r.id', applicationIds));
    ofPlans('applications', applicationIds);
  }
  if (teamIds !== undefined) {
    ofResources(isOwnedBy(organizationId, 'r.id', teamIds));
    ofPlans('teams', teamIds);
  }
  if (environmentIds !== undefined) {
    ofResources(isInEnvironment(organizationId, 'r.id', await matchEnvironments(tenant, environmentIds)));
    ofPlans('environments', environmentIds);
  }
  const change = sql`select from changes c where c.organization_id = ${organizationId}
    and c.id = (e.data ->> 'change_id')::uuid`;
  if (explained !== undefined)
    wanted.push(sql`(e.type not like 'resource.%'
      or exists (${change} and c.explained_by_id is not null) = ${explained})`);
  if (minimumRisk !== undefined) {
    const severities = riskSeverities.slice(0, riskSeverities.indexOf(minimumRisk) + 1);
    wanted.push(sql`(not ${isPlan} or exists (select from unnest(${severities}::text[]) s (severity)
      where (e.data -> 'risks' ->> s.severity)::integer > 0))`);
  }
  wanted.push(sql`(e.type <> 'scan.finished'
    or e.data ->> 'status' = any(${filter.scan_status ?? defaultScanStatuses}::text[]))`);
  if (filter.saved_query_id !== undefined)
    wanted.push(sql`(e.type <> 'query.matched'
      or (e.data -> 'query' ->> 'id')::uuid = any(${filter.saved_query_id}::uuid[]))`);
  if (filter.action !== undefined)
    wanted.push(sql`(e.type <> 'audit.entry' or e.data ->> 'action' = any(${filter.action}::text[]))`);

  const decided: Sql[] = [];
  if (explained !== undefined)
    // The attribution of a change is final when a later poll of its feed was complete.
    decided.push(sql`(not (e.data ? 'change_id') or exists (${change} and (c.explained_by_id is not null
      or coalesce((select bool_and(coalesce(f.attributed_until - make_interval(secs => ${deliveryDelayMs / 1000})
          >= c.detected_at, false))
        from cloudtrail_feeds f where f.organization_id = ${organizationId} and f.aws_account_id = c.aws_account_id
          and (f.region = c.region or (c.region = ${globalRegion} and f.region = any(${trailRegions}::text[])))), false))))`);
  if ((applicationIds ?? teamIds ?? environmentIds) !== undefined)
    decided.push(sql`(r.id is null or exists (select from runs i where i.organization_id = ${organizationId}
      and i.kind = 'infer_memberships' and i.status = 'succeeded' and i.started_at > e.occurred_at))`);
  return {
    isWanted: allOf(wanted),
    isDecided:
      decided.length === 0
        ? rawSql('true')
        : sql`(e.occurred_at < now() - make_interval(mins => ${maximumDelayMinutes}) or (${allOf(decided)}))`,
  };
}

/** Regions with the events of global services. */
const trailRegions = [globalTrailRegions, ...Object.values(serviceTrailRegions)].flatMap((regions) =>
  Object.values(regions).flat(),
);
