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
  const path = report.projectPath ?? execution.project_path;
  const number = report.pullRequestNumber ?? execution.pull_request_number;
  const links = await findLinks(
    tenant,
    {
      repository_provider: execution.repository_provider ?? report.repository?.provider ?? null,
      repository_name: execution.repository_name ?? report.repository?.fullName ?? null,
      project_path: path,
      tool_name: execution.tool_name,
      pull_request_number: number,
    },
    {
      repository_id: execution.repository_id,
      iac_project_id: path === execution.project_path ? execution.iac_project_id : null,
      pull_request_id: number === execution.pull_request_number ? execution.pull_request_id : null,
    },
  );
  return {
    projectPath: report.projectPath ?? null,
    workspace: report.workspace ?? null,
    repositoryId: links.repository_id,
    iacProjectId: links.iac_project_id,
    pullRequestId: links.pull_request_id,
    commitSha: report.commitSha ?? execution.commit_sha,
  };
}
