import { z } from 'zod';
import { requestSyncsOfProject } from '../../commands/mapping/request-syncs-of-project.ts';
import { explainReport } from '../../db/plans/explain/explain-reports.ts';
import { reportExecution as store } from '../../db/plans/executions/execution-store.ts';
import type { ExecutionReport } from '../../domain/plans/executions/execution-report.ts';
import { executionKinds, executionStatuses } from '../../domain/values.ts';
import { operation } from '../http/operation.ts';
import { boundedInstant, omitNull } from '../http/schemas.ts';
import { Execution, presentExecution } from './execution-schemas.ts';
import { readRepository } from './read-repository.ts';
import {
  reportedCommit,
  reportedNumber,
  reportedProjectPath,
  reportedRepository,
  reportedText,
  reportedTool,
  reportedUrl,
} from './report-schemas.ts';

const Report = z.strictObject({
  external_id: reportedText.describe('With `kind`, identifies the execution in the organization'),
  kind: z.enum(executionKinds),
  status: z.enum(executionStatuses),
  provider: reportedText.nullish().describe('The CI system, for example `github_actions` or `gitlab_ci`'),
  repository: reportedRepository.nullish(),
  project_path: reportedProjectPath.nullish(),
  workspace: reportedText.nullish(),
  commit_sha: reportedCommit.nullish(),
  branch: reportedText.nullish(),
  pull_request_number: reportedNumber.nullish(),
  run_url: reportedUrl.nullish(),
  actor: reportedText.nullish(),
  started_at: boundedInstant.nullish(),
  finished_at: boundedInstant.nullish(),
  tool: reportedTool.nullish(),
});

export const reportExecution = operation({
  id: 'reportExecution',
  method: 'POST',
  path: '/ingest/executions',
  tag: 'Ingest',
  summary: 'Report an execution',
  description:
    'Creates the execution with the `external_id` and `kind`, or updates it. The status never goes back, and the first ' +
    'final status stays; a report of an earlier or another final status only fills empty fields. `provider`, ' +
    '`repository`, `project_path` and `workspace` cannot change. A missing `started_at` or `finished_at` is the time of ' +
    'the report.',
  access: 'ingest',
  audit: 'execution.reported',
  body: Report,
  success: [201, Execution],
  otherStatus: 200,
  errors: ['conflict'],
  async handle({ body, tenant, services, audit, skipAudit, respondWith }) {
    const { execution, created, changed, ended } = await store(tenant, readReport(body));
    const { id, externalId: name, kind, status, iacProjectId: projectId } = execution;
    const mayChangeState = kind === 'apply' || kind === 'destroy';
    if (ended && mayChangeState && projectId !== undefined)
      await requestSyncsOfProject(tenant, services, projectId, execution.workspace);
    if (changed && mayChangeState) await explainReport(tenant, { executionId: id });
    respondWith(created ? 201 : 200);
    audit({ id, name, details: { kind, status, created } });
    if (!changed) skipAudit();
    return presentExecution(execution);
  },
});

function readReport(body: z.output<typeof Report>): ExecutionReport {
  const { repository, tool } = body;
  return {
    externalId: body.external_id,
    kind: body.kind,
    status: body.status,
    provider: omitNull(body.provider),
    repository: readRepository(repository),
    projectPath: omitNull(body.project_path),
    workspace: omitNull(body.workspace),
    commitSha: omitNull(body.commit_sha),
    branch: omitNull(body.branch),
    pullRequestNumber: omitNull(body.pull_request_number),
    runUrl: omitNull(body.run_url),
    actor: omitNull(body.actor),
    startedAt: omitNull(body.started_at),
    finishedAt: omitNull(body.finished_at),
    tool:
      typeof tool === 'string'
        ? { name: tool }
        : { name: omitNull(tool?.name), version: omitNull(tool?.version) },
  };
}
