import { resourceStatuses } from '../../../domain/values.ts';
import type { EnvironmentClass } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { currentCounts } from './count-resources.ts';
import { countsByStatus, managementStateNameOf } from './value-codes.ts';

/**
 * Environments, and the accounts that have one of them as their default. A resource has the environment of its row in
 * `resource_environments` or, without a row, the default environment of its account.
 */
export interface EnvironmentMatch {
  readonly environmentIds: readonly string[];
  readonly accountIds: readonly string[];
}

/** Returns the ids of the environments that have one of the classes. */
export async function findEnvironmentsOfClasses(
  tenant: Tenant,
  classes: readonly EnvironmentClass[],
): Promise<readonly string[]> {
  const environments = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from environments where organization_id = ${tenant.organizationId} and class = any(${classes}::text[])`,
  );
  return environments.map(({ id }) => id);
}

/** Finds the accounts that have one of the environments as their default. */
export async function matchEnvironments(
  tenant: Tenant,
  environmentIds: readonly string[],
): Promise<EnvironmentMatch> {
  const accounts = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from aws_accounts where organization_id = ${tenant.organizationId}
      and default_environment_id = any(${environmentIds}::uuid[])`,
  );
  return { environmentIds, accountIds: accounts.map(({ id }) => id) };
}

/** Returns a query for the ids of the resources in one of the environments. */
export function environmentResourceIds(
  organizationId: string,
  { environmentIds, accountIds }: EnvironmentMatch,
): Sql {
  const explicit = sql`select e.resource_id from resource_environments e
    where e.organization_id = ${organizationId} and e.environment_id = any(${environmentIds}::uuid[])`;
  if (accountIds.length === 0) return explicit;
  return sql`${explicit} union all
    select x.id from resources x
    where x.organization_id = ${organizationId} and x.aws_account_id = any(${accountIds}::uuid[])
      and not exists (select from resource_environments e
        where e.organization_id = ${organizationId} and e.resource_id = x.id)`;
}

/** Returns the condition that the resource with the id in `idColumn` is in one of the environments. */
export function isInEnvironment(
  organizationId: string,
  idColumn: string,
  { environmentIds, accountIds }: EnvironmentMatch,
): Sql {
  return sql`coalesce((
      select e.environment_id = any(${environmentIds}::uuid[]) from resource_environments e
      where e.organization_id = ${organizationId} and e.resource_id = ${rawSql(idColumn)}
    ), (
      select x.aws_account_id = any(${accountIds}::uuid[]) from resources x
      where x.organization_id = ${organizationId} and x.id = ${rawSql(idColumn)}))`;
}

/**
 * Returns a query that counts the resources in the environments by cell and status: the stored counts of the accounts,
 * plus the resources of other accounts with a row for one of the environments, minus the resources of the accounts with a
 * row for another environment. It reads `resource_environments`, not the inventory.
 */
export function countEnvironmentCells(
  organizationId: string,
  { environmentIds, accountIds }: EnvironmentMatch,
): Sql {
  const isIncluded = sql`e.environment_id = any(${environmentIds}::uuid[])`;
  const isDefault = sql`c.aws_account_id = any(${accountIds}::uuid[])`;
  const signed = resourceStatuses.map(
    (status) => `case when g.is_included then g.${status} else -g.${status} end as ${status}`,
  );
  const explicit = sql`
    select c.resource_type, c.aws_account_id, c.region,
           ${rawSql(managementStateNameOf('g.management_state'))} as management_state, ${rawSql(signed.join(', '))}
    from (
      select s.cell_id, s.management_state, ${isIncluded} as is_included, ${rawSql(countsByStatus('s.status'))}
      from resource_environments e
      join resource_search s on s.organization_id = ${organizationId} and s.resource_id = e.resource_id
      where e.organization_id = ${organizationId} and ${accountIds.length === 0 ? isIncluded : rawSql('true')}
      group by 1, 2, 3
    ) g join search_cells c on c.organization_id = ${organizationId} and c.id = g.cell_id
    where g.is_included <> (${isDefault})`;
  return accountIds.length === 0
    ? explicit
    : sql`${currentCounts(organizationId, isDefault)} union all ${explicit}`;
}
