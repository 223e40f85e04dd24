import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import type { Execution } from '../../../db/plans/executions/execution.ts';
import { entityOf, nameLookup, rowOf, timeText } from './entities.ts';
import type { ToolContext } from './tool.ts';

const structural = ['kind', 'status', 'provider', 'started_at', 'finished_at', 'created_at'];

/** Returns rows of executions. */
export async function executionRows(
  context: ToolContext,
  executions: readonly Execution[],
): Promise<readonly ToolRow[]> {
  const repositoryName = await nameLookup(
    context,
    'repository',
    executions.map((execution) => execution.repository_id),
  );
  const projectName = await nameLookup(
    context,
    'project',
    executions.map((execution) => execution.iac_project_id),
  );
  return executions.map((execution) => {
    const { repository_id: repositoryId, iac_project_id: projectId } = execution;
    return rowOf(
      entityOf('execution', execution.id, `${execution.kind} ${execution.external_id}`),
      {
        external_id: execution.external_id,
        kind: execution.kind,
        status: execution.status,
        provider: execution.provider,
        repository: repositoryId === null ? execution.repository_name : repositoryName(repositoryId),
        project: projectId === null ? execution.project_path : projectName(projectId),
        workspace: execution.workspace,
        branch: execution.branch,
        commit_sha: execution.commit_sha,
        actor: execution.actor,
        tool: execution.tool_name,
        plan_id: execution.plan_id,
        started_at: timeText(execution.started_at),
        finished_at: timeText(execution.finished_at),
        created_at: timeText(execution.created_at),
      },
      structural,
    );
  });
}
