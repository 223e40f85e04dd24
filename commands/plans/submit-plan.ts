import { defined } from '../../domain/defined.ts';
import { errors } from '../../domain/errors.ts';
import { riskSeverities } from '../../domain/values.ts';
import type { RiskSeverity } from '../../domain/values.ts';
import type { PlanReport } from '../../domain/plans/read/plan-report.ts';
import type { ParsedPlan } from '../../domain/plans/read/planned-change.ts';
import { recordEvents } from '../../db/events/record-events.ts';
import type { NewEvent } from '../../db/events/record-events.ts';
import type { Execution } from '../../db/plans/executions/execution.ts';
import {
  findExecutionForPlan,
  findPlanExecution,
  reportExecution,
} from '../../db/plans/executions/execution-store.ts';
import { explainReport } from '../../db/plans/explain/explain-reports.ts';
import { mapChanges } from '../../db/plans/plans/map-changes.ts';
import type { Plan } from '../../db/plans/plans/plan.ts';
import { findSamePlan, storePlan } from '../../db/plans/plans/plan-store.ts';
import { resolvePlanOrigin } from '../../db/plans/plans/resolve-plan-origin.ts';
import type { Tenant } from '../../db/tenant.ts';

/**
 * Stores a plan for the execution that its report names, with the resources of its changes and its impact, and explains the
 * changes that were detected before the report. Returns the stored plan when the same plan was submitted before.
 *
 * @throws CatalogueError `validation_failed` for an unknown `execution_external_id`; `conflict` when the execution belongs to
 *   another repository, or has another plan of the project and workspace
 */
export async function submitPlan(
  tenant: Tenant,
  report: PlanReport,
  plan: ParsedPlan,
): Promise<{ readonly plan: Plan; readonly created: boolean }> {
  const execution = await executionOf(tenant, report, plan);
  const origin = await resolvePlanOrigin(tenant, execution, report);
  const same = await findSamePlan(tenant, execution.id, origin, plan.hash);
  if (same !== undefined) return { plan: same, created: false };
  const mapped = await mapChanges(tenant, origin.iacProjectId ?? undefined, plan.changes);
  const stored = await storePlan(tenant, execution, plan, mapped, origin);
  if (stored.created) {
    await explainReport(tenant, { planId: stored.plan.id });
    await recordEvents(tenant, [planReported(stored.plan, execution)]);
  }
  return stored;
}

function planReported({ id, projectPath, workspace, impact }: Plan, execution: Execution): NewEvent {
  const name = [execution.repositoryName ?? execution.externalId, projectPath, workspace].filter(
    (part) => part !== undefined && part !== '',
  );
  const severityCount = (severity: RiskSeverity) =>
    (impact.risks ?? []).filter((risk) => risk.severity === severity).length;
  return {
    type: 'plan.reported',
    data: {
      plan: { id, name: name.join(' · '), url: `/api/v1/plans/${id}` },
      impact: {
        resources: impact.resources,
        unmapped: impact.unmapped,
        applications: impact.applications.length,
        teams: impact.teams.length,
        environments: impact.environments?.length ?? 0,
      },
      risks: Object.fromEntries(riskSeverities.map((severity) => [severity, severityCount(severity)])),
    },
  };
}

/** Finds the execution of a report, or creates it. */
async function executionOf(tenant: Tenant, report: PlanReport, plan: ParsedPlan): Promise<Execution> {
  const { externalId, executionExternalId, ...fields } = report;
  const found =
    externalId === undefined
      ? await findExecutionForPlan(tenant, executionExternalId ?? '')
      : await findPlanExecution(tenant, externalId);
  if (found !== undefined) return fillExecution(tenant, found, report);
  if (externalId === undefined)
    throw errors.validationFailed(
      'execution_external_id',
      'no execution has this id. Report the execution first, or send `external_id`',
    );
  const { execution } = await reportExecution(tenant, {
    ...fields,
    externalId,
    kind: 'plan',
    status: plan.isErrored ? 'failed' : 'succeeded',
    tool: plan.terraformVersion === undefined ? undefined : { version: plan.terraformVersion },
  });
  return execution;
}

/**
 * Adds the repository, commit, pull request, branch, address and actor to an execution that has none. `reportExecution` compares
 * the repository, so that plans and executions have one rule.
 * @throws CatalogueError `conflict` when the report names another repository than the execution has
 */
async function fillExecution(tenant: Tenant, execution: Execution, report: PlanReport): Promise<Execution> {
  const { repository, commitSha, pullRequestNumber } = report;
  const { repositoryName, repositoryProvider, externalId, kind } = execution;
  const isNew =
    repository !== undefined &&
    (repository.fullName !== repositoryName ||
      (repository.provider !== undefined && repository.provider !== repositoryProvider));
  const missing = defined({
    repository: isNew ? repository : undefined,
    commitSha: execution.commitSha === undefined ? commitSha : undefined,
    pullRequestNumber: execution.pullRequestNumber === undefined ? pullRequestNumber : undefined,
    branch: execution.branch === undefined ? report.branch : undefined,
    runUrl: execution.runUrl === undefined ? report.runUrl : undefined,
    actor: execution.actor === undefined ? report.actor : undefined,
  });
  if (Object.keys(missing).length === 0) return execution;
  // A report with the lowest status changes no status.
  const filled = await reportExecution(tenant, { ...missing, externalId, kind, status: 'queued' });
  return filled.execution;
}
