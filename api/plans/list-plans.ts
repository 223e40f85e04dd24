import { z } from 'zod';
import { listPlans as read } from '../../db/plans/plans/plan-read-model.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, instant } from '../http/schemas.ts';
import { readPosition } from '../inventory/read-position.ts';
import { Plan, presentPlan } from './plan-schemas.ts';

export const listPlans = operation({
  id: 'listPlans',
  method: 'GET',
  path: '/plans',
  tag: 'Plans',
  summary: 'List Terraform plans, newest first',
  access: 'plans:read',
  query: z.strictObject({
    ...pagingParameters,
    iac_project_id: repeatable(id),
    repository_id: repeatable(id),
    pull_request_id: repeatable(id),
    execution_id: repeatable(id),
    commit_sha: repeatable(z.string().min(1).max(64)).describe('The whole commit as it was reported'),
    since: instant.optional().describe('Created at this time or later'),
    until: instant.optional().describe('Created before this time'),
  }),
  success: [200, listOf(Plan)],
  async handle(context) {
    const { query, tenant } = context;
    const { request, envelope } = pager(context, 'plans', query);
    const filters = { ...query, commit_sha: query.commit_sha?.map((commit) => commit.toLowerCase()) };
    const rows = await read(tenant, filters, request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, (row) => [row.position, row.id]),
      presentPlan,
    );
  },
});
