import { mappedResourceTypes } from '../../../domain/mapping/mapped-resource-types.ts';
import { queueInference } from '../../ownership/inference/inference-queue.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { execute } from '../../query.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { voidsClaim } from './correction-conditions.ts';
import { storeEvidence } from './evidence.ts';
import { isReleasedByStack, isStackResource } from './match-stacks.ts';

/** The resources whose management state is computed, as a union. Absent: all resources of the organization. */
export interface ManagementScope {
  readonly awsAccountIds?: readonly string[];
  readonly resourceIds?: readonly string[];
  /** The resources that the entries of these sources claim. */
  readonly stateSourceIds?: readonly string[];
}

/**
 * Computes the management state of resources, also of those whose evidence changed since the last call, and writes the
 * states that change. Queues sources whose entries begin or cease to count for inference. Deleted resources keep their last
 * state. Returns the number of changed resources. Idempotent.
 */
export async function recomputeManagementStates(tenant: Tenant, scope?: ManagementScope): Promise<number> {
  await lockOrganization(tenant, 'mapping');
  const changed = await storeEvidence(tenant);
  await queueInference(tenant, 'state_source', changed.stateSourceIds);
  const { organizationId } = tenant;
  const condition =
    scope === undefined
      ? rawSql('true')
      : scopeCondition(organizationId, {
          resourceIds: scope.resourceIds ?? [],
          awsAccountIds: [...(scope.awsAccountIds ?? []), ...changed.awsAccountIds],
          stateSourceIds: [...(scope.stateSourceIds ?? []), ...changed.stateSourceIds],
        });
  if (condition === undefined) return 0;
  return execute(
    tenant,
    sql`with decided as materialized (
        select r.id, ${managementState(organizationId)} as state
        from resources r
        where r.organization_id = ${organizationId} and r.status <> 'deleted' and ${condition}
      )
      update resources r set management_state = d.state from decided d
      where r.organization_id = ${organizationId} and r.id = d.id and r.management_state <> d.state`,
  );
}

/** Returns the condition of a scope on `resources r`, or `undefined` for an empty scope. */
function scopeCondition(
  organizationId: string,
  { awsAccountIds, resourceIds, stateSourceIds }: Required<ManagementScope>,
): Sql | undefined {
  const parts = [
    ...(awsAccountIds.length === 0 ? [] : [sql`r.aws_account_id = any(${awsAccountIds}::uuid[])`]),
    ...(resourceIds.length === 0 ? [] : [sql`r.id = any(${resourceIds}::uuid[])`]),
    ...(stateSourceIds.length === 0
      ? []
      : [
          sql`r.id in (select e.resource_id from state_entries e where e.organization_id = ${organizationId}
            and e.state_source_id = any(${stateSourceIds}::uuid[]) and e.resource_id is not null)`,
        ]),
  ];
  return parts.length === 0 ? undefined : sql`(${joinSql(parts, ' or ')})`;
}

/**
 * The management state of `resources r`: the first rule that holds. Postgres evaluates each `exists` once for all resources
 * or once per resource, depending on their number.
 */
function managementState(organizationId: string): Sql {
  const corrected = (action: string) =>
    sql`exists (select from mapping_corrections c
      where c.organization_id = ${organizationId} and c.resource_id = r.id and c.action = ${action})`;
  return sql`case
    when r.status <> 'active' then 'unknown'
    when ${corrected('ignore')} then 'ignored'
    when ${corrected('link')} then 'managed'
    when r.origin = 'part' then 'child'
    when exists (
      select from state_entries e
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
      where e.organization_id = ${organizationId} and e.resource_id = r.id
        and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})) then 'managed'
    when r.origin = 'child' or ${isStackResource(organizationId)} then 'child'
    when r.origin = 'stack' and not ${isReleasedByStack(organizationId)} then 'child'
    when r.origin = 'default' then 'default'
    when r.resource_type <> all(${mappedResourceTypes}::text[]) then 'unknown'
    when exists (
      select from state_entries e
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.superseded_by is null
      where e.organization_id = ${organizationId} and e.resource_id = r.id
        and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})) then 'unknown'
    when r.aws_account_id in (
      select m.aws_account_id from mapping_accounts m
      where m.organization_id = ${organizationId} and m.evidence_complete) then 'unmanaged'
    else 'unknown' end`;
}
