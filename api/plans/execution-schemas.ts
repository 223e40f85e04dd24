import { z } from 'zod';
import type { Execution as Row } from '../../db/plans/executions/execution.ts';
import { executionKinds, executionStatuses } from '../../domain/values.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

export const Execution = z
  .object({
    id,
    external_id: z.string(),
    provider: z.string(),
    kind: z.enum(executionKinds),
    status: z.enum(executionStatuses),
    repository_id: id.optional(),
    iac_project_id: id.optional(),
    project_path: z.string().optional(),
    workspace: z.string().optional(),
    commit_sha: z.string().optional(),
    branch: z.string().optional(),
    pull_request_id: id.optional(),
    run_url: z.string().optional(),
    actor: z.string().optional(),
    tool: z.object({ name: z.string().optional(), version: z.string().optional() }),
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    plan_id: id.optional().describe('The newest plan of the execution'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Execution' });

export function presentExecution(row: Row): z.input<typeof Execution> {
  return {
    id: row.id,
    external_id: row.externalId,
    provider: row.provider,
    kind: row.kind,
    status: row.status,
    repository_id: row.repositoryId,
    iac_project_id: row.iacProjectId,
    project_path: row.projectPath,
    workspace: row.workspace,
    commit_sha: row.commitSha,
    branch: row.branch,
    pull_request_id: row.pullRequestId,
    run_url: row.runUrl,
    actor: row.actor,
    tool: { name: row.toolName, version: row.toolVersion },
    started_at: iso(row.startedAt),
    finished_at: iso(row.finishedAt),
    plan_id: row.planId,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}
