import { risksOf, usualDeletes } from '../../../domain/plans/risk/risk-rules.ts';
import type { PlannedDeletes, Risk } from '../../../domain/plans/risk/risk-rules.ts';
import { groupByEnvironment, groupByLevel } from '../../graph/read/group-impact.ts';
import type { ImpactGroup } from '../../graph/read/group-impact.ts';
import { groupLevels } from '../../graph/read/group-level.ts';
import { oneRowOf, rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { withBulkPlannerSettings } from './bulk-planner-settings.ts';
import { findRiskyChanges, isMade } from './find-risky-changes.ts';

/** The impact of a plan, as it is stored and returned. */
export interface StoredImpact {
  /** Resources of the inventory that the plan changes. */
  readonly resources: number;
  /** Changes without a resource of the inventory, except creates. */
  readonly unmapped: number;
  /** Ordered by the number of resources, largest first. A resource counts in each of its applications. */
  readonly applications: readonly ImpactedGroup[];
  readonly teams: readonly ImpactedGroup[];
  /** Absent when empty. */
  readonly environments?: readonly ImpactedGroup[];
  /** Worst first; absent when empty. */
  readonly risks?: readonly Risk[];
}

export interface ImpactedGroup {
  readonly id: string;
  readonly name: string;
  readonly resources: number;
}

interface CountedChanges {
  readonly resourceIds: readonly string[];
  readonly deletedIds: readonly string[];
  readonly unmapped: number;
  readonly deletes: number;
}

/**
 * Computes the impact of the stored changes of a plan, from the memberships, owners, environments and relationships of this
 * moment. No-ops, reads, drift and deferred changes are ignored.
 */
export async function computeImpact(tenant: Tenant, planId: string): Promise<StoredImpact> {
  const counted = await countChanges(tenant, planId);
  const ids = counted.resourceIds;
  const changes = await withBulkPlannerSettings(tenant, ids, () =>
    findRiskyChanges(tenant, planId, counted.deletedIds),
  );
  // The groups count every changed resource.
  const nodes = ids.map((id) => ({ id, fails: true }));
  // The ids are passed as an array, so that Postgres knows their number: it has no statistics of the inserted changes.
  const environments = groupsOf(await groupByEnvironment(tenant, nodes));
  const risks = risksOf(changes, await findManyDeletes(tenant, planId, counted.deletes));
  return {
    resources: ids.length,
    unmapped: counted.unmapped,
    applications: groupsOf(await groupByLevel(tenant, nodes, groupLevels.application)),
    teams: groupsOf(await groupByLevel(tenant, nodes, groupLevels.team)),
    ...(environments.length === 0 ? {} : { environments }),
    ...(risks.length === 0 ? {} : { risks }),
  };
}

/** Omits the resources that belong to no group. */
function groupsOf(groups: readonly ImpactGroup[]): readonly ImpactedGroup[] {
  return groups.flatMap(({ id, name, resources }) =>
    id === undefined || name === undefined ? [] : [{ id, name, resources }],
  );
}

async function countChanges(tenant: Tenant, planId: string): Promise<CountedChanges> {
  return oneRowOf<CountedChanges>(
    tenant,
    sql`select
        coalesce(array_agg(distinct c.resource_id) filter (where c.resource_id is not null), '{}') as resource_ids,
        coalesce(array_agg(distinct c.resource_id) filter (where c.resource_id is not null
          and c.actions = array['delete'] and c.deposed is null), '{}') as deleted_ids,
        (count(*) filter (where c.resource_id is null
          and not (c.actions = array['create'] and c.import_id is null)))::integer as unmapped,
        (count(*) filter (where c.actions = array['delete']))::integer as deletes
      from plan_changes c
      where c.organization_id = ${tenant.organizationId} and c.plan_id = ${planId} and ${isMade}`,
  );
}

/** Returns the number of deletes with the first of them, or `undefined` when there are not many. */
async function findManyDeletes(
  tenant: Tenant,
  planId: string,
  count: number,
): Promise<PlannedDeletes | undefined> {
  if (count <= usualDeletes) return undefined;
  const first = await rowOf<Omit<PlannedDeletes, 'count'>>(
    tenant,
    sql`select c.address, c.resource_id from plan_changes c
      where c.organization_id = ${tenant.organizationId} and c.plan_id = ${planId} and ${isMade}
        and c.actions = array['delete']
      order by c.position limit 1`,
  );
  return first === undefined ? undefined : { count, ...first };
}
