import { execute, rowOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { explainListedChanges } from './explain-changes.ts';
import { listChangesInScope } from './explanation-scope.ts';

/** A plan or an execution that was reported or linked. */
export type ReportScope = { readonly planId: string } | { readonly executionId: string };

/** Changes that a request explains itself. */
const maximumOfRequest = 200;

/**
 * Explains the changes that a reported plan or execution may concern. Of more than 200 changes it explains none, and marks the
 * report for {@link explainDueReport}: a request must not take that long.
 */
export async function explainReport(tenant: Tenant, scope: ReportScope): Promise<void> {
  const changes = await listChangesInScope(tenant, scope);
  if (changes.length > maximumOfRequest) await setExplanationDue(tenant, scope, true);
  else await explainListedChanges(tenant, changes);
}

/**
 * Explains the changes that one marked plan or execution may concern. Skips reports that another transaction has locked.
 * Returns whether there was one.
 */
export async function explainDueReport(tenant: Tenant): Promise<boolean> {
  const scope = (await lockDue(tenant, 'executions')) ?? (await lockDue(tenant, 'plans'));
  if (scope === undefined) return false;
  await explainListedChanges(tenant, await listChangesInScope(tenant, scope));
  await setExplanationDue(tenant, scope, false);
  return true;
}

async function lockDue(tenant: Tenant, table: 'executions' | 'plans'): Promise<ReportScope | undefined> {
  const row = await rowOf<{ readonly id: string }>(
    tenant,
    sql`select id from ${rawSql(table)} where organization_id = ${tenant.organizationId} and explanation_due
      order by id limit 1 for no key update skip locked`,
  );
  if (row === undefined) return undefined;
  return table === 'plans' ? { planId: row.id } : { executionId: row.id };
}

async function setExplanationDue(tenant: Tenant, scope: ReportScope, isDue: boolean): Promise<void> {
  const [table, id] =
    'planId' in scope ? (['plans', scope.planId] as const) : (['executions', scope.executionId] as const);
  await execute(
    tenant,
    sql`update ${rawSql(table)} set explanation_due = ${isDue}
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}
