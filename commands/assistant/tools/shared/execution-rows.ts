import type { ToolRow } from '../../../../domain/assistant/tool-response.ts';
import type { Execution } from '../../../../db/plans/executions/execution.ts';
import { entityOf, nameLookup, toolRow, timeText } from './entities.ts';
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
    executions.map((execution) => execution.repositoryId),
  );
  const projectName = await nameLookup(
    context,
    'project',
    executions.map((execution) => execution.iacProjectId),
  );
  return executions.map((execution) => {
    const { repositoryId, iacProjectId: projectId } = execution;
    return toolRow(
      entityOf('execution', execution.id, `${execution.kind} ${execution.externalId}`),
      {
        external_id: execution.externalId,
        kind: execution.kind,
        status: execution.status,
        provider: execution.provider,
        repository: repositoryId === undefined ? execution.repositoryName : repositoryName(repositoryId),
        project: projectId === undefined ? execution.projectPath : projectName(projectId),
        workspace: execution.workspace,
        branch: execution.branch,
        commit_sha: execution.commitSha,
        actor: execution.actor,
        tool: execution.toolName,
        plan_id: execution.planId,
        started_at: timeText(execution.startedAt),
        finished_at: timeText(execution.finishedAt),
        created_at: timeText(execution.createdAt),
      },
      structural,
    );
  });
}
