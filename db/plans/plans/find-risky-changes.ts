import { targetFailingTypes } from '../../../domain/graph/failure-propagation.ts';
import { edgeFailure, weakestFailing } from '../../graph/edges/edge-failure.ts';
import {
  dataResourceTypes,
  dataTerraformTypes,
  knownTerraformTypes,
} from '../../../domain/plans/risk/data-types.ts';
import { maximumRisks } from '../../../domain/plans/risk/risk-rules.ts';
import type { RiskyChange } from '../../../domain/plans/risk/risk-rules.ts';
import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** The condition that the plan makes the change `c`: no no-op, no read, no drift, no deferred change. */
export const isMade = rawSql("c.origin is null and not c.actions <@ array['no-op', 'read']");

/**
 * Finds the changes of a plan with the worst risks, in the order of `risksOf`: as many as it returns risks, because each change
 * has at least one. Their dependents are the nodes that `GET /graph/impact` returns for the resource with depth 1, without
 * `deletedIds`, the resources that the plan deletes.
 */
export async function findRiskyChanges(
  tenant: Tenant,
  planId: string,
  deletedIds: readonly string[],
): Promise<readonly RiskyChange[]> {
  const { organizationId } = tenant;
  const reverting = await findRevertingChanges(tenant, planId);
  const isDestroyed = rawSql("'delete' = any(c.actions)");
  const isForgotten = rawSql("'forget' = any(c.actions)");
  const isReverting = sql`c.position = any(${reverting}::integer[])`;
  const holdsData = sql`(c.resource_type = any(${dataTerraformTypes}::text[])
    or c.resource_type <> all(${knownTerraformTypes}::text[]) and r.resource_type = any(${dataResourceTypes}::text[]))`;
  return rowsOf<RiskyChange>(
    tenant,
    sql`select f.position, f.address, f.resource_id, f.actions, f.terraform_type, f.resource_type, f.dependents, f.failing,
        f.production, f.reverts_drift
      from (
        select c.position, c.address, c.resource_id, c.actions, c.resource_type as terraform_type, r.resource_type,
          d.dependents, d.failing, e.name as production, ${isReverting} as reverts_drift,
          ${isForgotten} or ${isReverting} as has_other_risk,
          case when ${isDestroyed} then (d.dependents > 0)::integer + coalesce(${holdsData}, false)::integer
            + (e.id is not null)::integer else 0 end as high_risks
        from plan_changes c
        left join resources r on r.organization_id = ${organizationId} and r.id = c.resource_id
        left join resource_environments x on x.organization_id = ${organizationId} and x.resource_id = r.id
        left join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
        left join environments e on e.organization_id = ${organizationId} and e.class = 'production'
          and e.id = coalesce(x.environment_id, a.default_environment_id)
        cross join lateral (${countDependents(organizationId, isDestroyed, deletedIds)}) d
        where c.organization_id = ${organizationId} and c.plan_id = ${planId} and ${isMade}
          and (${isDestroyed} or ${isForgotten} or ${isReverting})
      ) f
      where f.high_risks > 0 or f.has_other_risk
      order by f.high_risks desc, f.dependents desc, f.position limit ${maximumRisks}`,
  );
}

/** Counts the nodes that depend on the resource of the change `c`, as the traversal of the graph follows relationships. */
function countDependents(organizationId: string, condition: Sql, deletedIds: readonly string[]): Sql {
  return sql`select count(*)::integer as dependents, (count(*) filter (where n.fails))::integer as failing
    from (
      select g.id, bool_or(g.fails) as fails
      from (
        select e.source_id as id, ${edgeFailure('source')} <= ${weakestFailing} as fails
        from relationships e
        where e.organization_id = ${organizationId} and e.target_id = c.resource_id and e.status = 'active' and ${condition}
        union all
        select e.target_id, ${edgeFailure('target')} <= ${weakestFailing}
        from relationships e
        where e.organization_id = ${organizationId} and e.source_id = c.resource_id and e.status = 'active' and ${condition}
          and e.relationship_type = any(${targetFailingTypes}::text[])
      ) g
      where g.id <> all(${deletedIds}::uuid[])
      group by g.id
    ) n`;
}

/**
 * Finds the positions of the changes that revert drift: they create or update values that changed outside of the code. Groups
 * instead of joining: Postgres has no statistics of the rows that this transaction inserted, and would join them row by row.
 */
async function findRevertingChanges(tenant: Tenant, planId: string): Promise<readonly number[]> {
  const rows = await rowsOf<{ readonly position: number }>(
    tenant,
    sql`select g.position from (
        select max(c.position) filter (where c.origin is null) as position,
          (array_agg(c.changed_paths) filter (where c.origin = 'drift'))[1] as drifted,
          (array_agg(c.changed_paths) filter (where c.origin is null))[1] as planned
        from plan_changes c
        where c.organization_id = ${tenant.organizationId} and c.plan_id = ${planId}
          and (c.origin = 'drift' or c.origin is null and c.actions && array['create', 'update'])
        group by c.address, c.deposed
      ) g
      where g.drifted is not null and g.planned is not null and (
        exists (${pathsOf('g.drifted')} intersect ${pathsAbove('g.planned')})
        or exists (${pathsOf('g.planned')} intersect ${pathsAbove('g.drifted')}))`,
  );
  return rows.map(({ position }) => position);
}

/** A query for the JSON Pointers of a column. */
function pathsOf(column: string): Sql {
  return sql`select p.path from jsonb_array_elements_text(${rawSql(column)}) p (path)`;
}

/** A query for the JSON Pointers of a column and of the values that contain theirs. */
function pathsAbove(column: string): Sql {
  return sql`select array_to_string((t.tokens)[1:n], '/')
    from jsonb_array_elements_text(${rawSql(column)}) p (path)
    cross join lateral (select string_to_array(p.path, '/') as tokens) t
    cross join lateral generate_series(1, greatest(cardinality(t.tokens), 1)) n`;
}
