import { z } from 'zod';
import { instant, repeatable } from '../../commands/inventory/parameter-values.ts';
import { requestSyncsOfProject } from '../../commands/mapping/request-syncs-of-project.ts';
import { getApplication } from '../../db/applications/application-store.ts';
import { resourceExists } from '../../db/inventory/resource-read-model.ts';
import { listApplicationExecutions } from '../../db/plans/executions/application-executions.ts';
import {
  getExecution,
  listExecutions,
  listResourceExecutions,
} from '../../db/plans/executions/execution-read-model.ts';
import type { ExecutionFilter } from '../../db/plans/executions/execution-read-model.ts';
import { reportExecution } from '../../db/plans/executions/execution-store.ts';
import type { Execution as Row } from '../../db/plans/executions/execution.ts';
import { explainReport } from '../../db/plans/explain/explain-reports.ts';
import { errors } from '../../domain/errors.ts';
import type { ExecutionReport } from '../../domain/plans/executions/execution-report.ts';
import { executionKinds, executionStatuses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { boundedInstant, id, iso, omitNull, timestamp } from '../http/schemas.ts';
import { readPosition } from '../inventory/read-position.ts';
import {
  readRepository,
  reportedCommit,
  reportedNumber,
  reportedProjectPath,
  reportedRepository,
  reportedText,
  reportedTool,
  reportedUrl,
} from './report-schemas.ts';

const Execution = z
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

const ListExecutionsQuery = z.strictObject({
  ...pagingParameters,
  repository_id: repeatable(id),
  iac_project_id: repeatable(id),
  pull_request_id: repeatable(id),
  external_id: repeatable(z.string().min(1).max(255)),
  kind: repeatable(z.enum(executionKinds)),
  status: repeatable(z.enum(executionStatuses)),
  commit_sha: repeatable(z.string().min(1).max(64)).describe('The whole commit as it was reported'),
  since: instant.optional().describe('Created at this time or later'),
  until: instant.optional().describe('Created before this time'),
});

const ResourceExecution = Execution.extend({
  touched: z
    .array(z.object({ plan_id: id, address: z.string(), actions: z.array(z.string()) }))
    .describe('Changes of the resource in plans of the execution'),
}).meta({ id: 'ResourceExecution' });

export const executionOperations = [
  operation({
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
    location: '/executions/{id}',
    otherStatus: 200,
    errors: ['conflict'],
    async handle({ body, tenant, services, audit, skipAudit, respondWith }) {
      const { execution, created, changed, ended } = await reportExecution(tenant, readReport(body));
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
  }),
  operation({
    id: 'listExecutions',
    method: 'GET',
    path: '/executions',
    tag: 'Executions',
    summary: 'List executions, newest first',
    description:
      'Lists the executions of Terraform and other tools that CI pipelines have reported. Filters are ' +
      'combined with AND.',
    access: 'executions:read',
    query: ListExecutionsQuery,
    success: [200, listOf(Execution)],
    async handle(context) {
      const { query, tenant } = context;
      const { request, envelope } = pager(context, 'executions', query);
      const rows = await listExecutions(tenant, filterOf(query), request.limit, readPosition(request.after));
      return envelope(
        cutPage(rows, request.limit, (row) => [row.position, row.id]),
        presentExecution,
      );
    },
  }),
  operation({
    id: 'getExecution',
    method: 'GET',
    path: '/executions/{id}',
    tag: 'Executions',
    summary: 'Get an execution',
    description: 'Returns the execution as it was last reported.',
    access: 'executions:read',
    success: [200, Execution],
    handle: async ({ params, tenant }) => presentExecution(await getExecution(tenant, params.id)),
  }),
  operation({
    id: 'listResourceExecutions',
    method: 'GET',
    path: '/resources/{id}/executions',
    tag: 'Resources',
    summary: 'List the executions that touched a resource, newest first',
    description:
      'Executions with a plan that changes the resource. An apply or destroy without a plan of its own has the newest ' +
      'earlier plan of its project, workspace and commit. A plan without a change of the resource, and one that only reads ' +
      'it, does not touch it.',
    access: 'executions:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(ResourceExecution)],
    async handle(context) {
      const { tenant, params } = context;
      if (!(await resourceExists(tenant, params.id))) throw errors.notFound();
      const { request, envelope } = pager(context, `executions of resource ${params.id}`, context.query);
      const rows = await listResourceExecutions(
        tenant,
        params.id,
        request.limit,
        readPosition(request.after),
      );
      return envelope(
        cutPage(rows, request.limit, (row) => [row.position, row.id]),
        (row) => ({ ...presentExecution(row), touched: row.touched }),
      );
    },
  }),
  operation({
    id: 'listApplicationExecutions',
    method: 'GET',
    path: '/applications/{id}/executions',
    tag: 'Applications',
    summary: 'List the executions of an application, newest first',
    description:
      'Executions of the projects that manage an inferred, confirmed or declared resource of the application, of the ' +
      'repositories that are linked to it, and of plans that change such a resource.',
    access: 'applications:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(Execution)],
    async handle(context) {
      const { id } = await getApplication(context.tenant, context.params.id);
      const { request, envelope } = pager(context, `executions of ${id}`, context.query);
      const rows = await listApplicationExecutions(
        context.tenant,
        id,
        request.limit,
        readPosition(request.after),
      );
      return envelope(
        cutPage(rows, request.limit, (row) => [row.position, row.id]),
        presentExecution,
      );
    },
  }),
];

function presentExecution(row: Row): z.input<typeof Execution> {
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

function filterOf(query: z.output<typeof ListExecutionsQuery>): ExecutionFilter {
  return {
    repositoryIds: query.repository_id,
    projectIds: query.iac_project_id,
    pullRequestIds: query.pull_request_id,
    externalIds: query.external_id,
    kinds: query.kind,
    statuses: query.status,
    commits: query.commit_sha?.map((commit) => commit.toLowerCase()),
    since: query.since,
    until: query.until,
  };
}
