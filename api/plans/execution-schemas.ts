import { z } from 'zod';
import type { Execution as Row } from '../../db/plans/executions/execution.ts';
import { executionKinds, executionStatuses } from '../../domain/values.ts';
import { id, iso, omitNull, timestamp } from '../http/schemas.ts';

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
    external_id: row.external_id,
    provider: row.provider,
    kind: row.kind,
    status: row.status,
    repository_id: omitNull(row.repository_id),
    iac_project_id: omitNull(row.iac_project_id),
    project_path: omitNull(row.project_path),
    workspace: omitNull(row.workspace),
    commit_sha: omitNull(row.commit_sha),
    branch: omitNull(row.branch),
    pull_request_id: omitNull(row.pull_request_id),
    run_url: omitNull(row.run_url),
    actor: omitNull(row.actor),
    tool: { name: omitNull(row.tool_name), version: omitNull(row.tool_version) },
    started_at: iso(row.started_at),
    finished_at: iso(row.finished_at),
    plan_id: omitNull(row.plan_id),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}
