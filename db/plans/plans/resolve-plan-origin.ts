import type { PlanReport } from '../../../domain/plans/read/plan-report.ts';
import type { Tenant } from '../../tenant.ts';
import { findLinks } from '../executions/execution-links.ts';
import type { Execution } from '../executions/execution.ts';
import type { PlanOrigin } from './plan-store.ts';

/**
 * Returns the origin of a plan. Its repository, project and pull request are those of the report, or of the execution where
 * the report names none; null while they are not known.
 */
export async function resolvePlanOrigin(
  tenant: Tenant,
  execution: Execution,
  report: PlanReport,
): Promise<PlanOrigin> {
  const path = report.projectPath ?? execution.projectPath;
  const number = report.pullRequestNumber ?? execution.pullRequestNumber;
  const links = await findLinks(
    tenant,
    {
      repositoryProvider: execution.repositoryProvider ?? report.repository?.provider,
      repositoryName: execution.repositoryName ?? report.repository?.fullName,
      projectPath: path,
      toolName: execution.toolName,
      pullRequestNumber: number,
    },
    {
      repositoryId: execution.repositoryId,
      iacProjectId: path === execution.projectPath ? execution.iacProjectId : undefined,
      pullRequestId: number === execution.pullRequestNumber ? execution.pullRequestId : undefined,
    },
  );
  return {
    projectPath: report.projectPath,
    workspace: report.workspace,
    repositoryId: links.repositoryId,
    iacProjectId: links.iacProjectId,
    pullRequestId: links.pullRequestId,
    commitSha: report.commitSha ?? execution.commitSha,
  };
}
