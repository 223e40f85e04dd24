import { z } from 'zod';
import { executionKinds, executionStatuses } from '../../domain/values.ts';
import { listExecutions as read } from '../../db/plans/executions/execution-read-model.ts';
import type { ExecutionFilter } from '../../db/plans/executions/execution-read-model.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, instant } from '../http/schemas.ts';
import { readPosition } from '../inventory/read-position.ts';
import { Execution, presentExecution } from './execution-schemas.ts';

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

export const listExecutions = operation({
  id: 'listExecutions',
  method: 'GET',
  path: '/executions',
  tag: 'Executions',
  summary: 'List executions, newest first',
  access: 'executions:read',
  query: ListExecutionsQuery,
  success: [200, listOf(Execution)],
  async handle(context) {
    const { query, tenant } = context;
    const { request, envelope } = pager(context, 'executions', query);
    const rows = await read(tenant, filterOf(query), request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, (row) => [row.position, row.id]),
      presentExecution,
    );
  },
});

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
