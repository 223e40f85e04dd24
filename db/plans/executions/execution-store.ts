import type { ExecutionReport } from '../../../domain/plans/executions/execution-report.ts';
import { mergeExecution } from '../../../domain/plans/executions/merge-execution.ts';
import type { ExecutionFields } from '../../../domain/plans/executions/merge-execution.ts';
import type { ExecutionKind } from '../../../domain/values.ts';
import { columnOf } from '../../rows.ts';
import { namedRowsOf, rowOf } from '../../query.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { resolveLinks } from './execution-links.ts';
import type { ExecutionLinks } from './execution-links.ts';
import type { Execution } from './execution.ts';

export interface ReportedExecution {
  readonly execution: Execution;
  readonly created: boolean;
  readonly changed: boolean;
  /** Whether this report is the first one with a final status. */
  readonly ended: boolean;
}

/**
 * Creates the execution of a report, or applies the report to it. See {@link mergeExecution} for the rules.
 * @throws CatalogueError `conflict` for another provider, repository, project path or workspace than reported before;
 *   `validation_failed` when the execution finished before it started
 */
export async function reportExecution(tenant: Tenant, report: ExecutionReport): Promise<ReportedExecution> {
  const now = new Date();
  const stored = (await lockExecution(tenant, report)) ?? (await createExecution(tenant, report, now));
  if (!('id' in stored)) return stored;
  const { fields, changed, ended } = mergeExecution(stored, report, now);
  const links = await resolveLinks(tenant, fields, stored);
  const isLinked = linkProperties.some((property) => links[property] !== stored[property]);
  if (!changed && !isLinked) return { execution: stored, created: false, changed: false, ended: false };
  const changes = { ...fields, ...links };
  const assignments = properties.map((property) => sql`${rawSql(columnOf(property))} = ${changes[property]}`);
  const [execution] = await namedRowsOf<Execution>(
    tenant,
    sql`update executions set ${joinSql(assignments, ', ')}, updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${stored.id} returning *`,
  );
  if (execution === undefined) throw new Error('the locked execution was deleted');
  return { execution, created: false, changed, ended };
}

/** Inserts the execution. Returns the row of a concurrent request, locked, when that one inserted it first. */
async function createExecution(
  tenant: Tenant,
  report: ExecutionReport,
  now: Date,
): Promise<ReportedExecution | Execution> {
  const { fields, ended } = mergeExecution(undefined, report, now);
  const row = { ...fields, ...(await resolveLinks(tenant, fields, undefined)) };
  const columns = properties.map((property) => rawSql(columnOf(property)));
  const values = properties.map((property) => sql`${row[property]}`);
  const [execution] = await namedRowsOf<Execution>(
    tenant,
    sql`insert into executions (organization_id, external_id, kind, ${joinSql(columns, ', ')})
      values (${tenant.organizationId}, ${report.externalId}, ${report.kind}, ${joinSql(values, ', ')})
      on conflict (organization_id, external_id, kind) do nothing returning *`,
  );
  if (execution !== undefined) return { execution, created: true, changed: true, ended };
  const inserted = await lockExecution(tenant, report);
  if (inserted === undefined) throw new Error('the execution was deleted while it was reported');
  return inserted;
}

async function lockExecution(
  tenant: Tenant,
  { externalId, kind }: Pick<ExecutionReport, 'externalId' | 'kind'>,
): Promise<Execution | undefined> {
  const [execution] = await namedRowsOf<Execution>(
    tenant,
    sql`${selectByKey(tenant, externalId)} and kind = ${kind} for update`,
  );
  return execution;
}

/** Finds the execution of the kind `plan` with an external id. */
export async function findPlanExecution(tenant: Tenant, externalId: string): Promise<Execution | undefined> {
  return rowOf<Execution>(tenant, sql`${selectByKey(tenant, externalId)} and kind = 'plan'`);
}

/** Finds the execution to which a plan is reported. Of several kinds, the first of plan, drift, apply, destroy. */
export async function findExecutionForPlan(
  tenant: Tenant,
  externalId: string,
): Promise<Execution | undefined> {
  return rowOf<Execution>(
    tenant,
    sql`${selectByKey(tenant, externalId)} order by array_position(${kindsForPlans}::text[], kind) limit 1`,
  );
}

const kindsForPlans: readonly ExecutionKind[] = ['plan', 'drift', 'apply', 'destroy'];

function selectByKey({ organizationId }: Tenant, externalId: string): Sql {
  return sql`select * from executions where organization_id = ${organizationId} and external_id = ${externalId}`;
}

const linkProperties = ['repositoryId', 'iacProjectId', 'pullRequestId'] as const;

const properties = [
  'status',
  'provider',
  'repositoryProvider',
  'repositoryName',
  'projectPath',
  'workspace',
  'commitSha',
  'branch',
  'pullRequestNumber',
  'runUrl',
  'actor',
  'toolName',
  'toolVersion',
  'startedAt',
  'startedByReport',
  'finishedAt',
  'endedByReport',
  ...linkProperties,
] as const satisfies readonly (keyof ExecutionFields | keyof ExecutionLinks)[];
