import { z } from 'zod';
import { countPlans, listPlans } from '../../../db/plans/plans/plan-read-model.ts';
import { countOnly, paging, namedFilter, oneOrMore, asDate, asValues, window } from './shared/parameters.ts';
import { planRows } from './shared/plan-rows.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

const commitText = z.string().min(1).max(64);

export const listPlansTool = defineTool({
  name: 'list_plans',
  description:
    'Lists Terraform plans, newest first, each with the number of changes by action and the impact on the inventory.',
  permission: 'plans:read',
  parameters: z.strictObject({
    project: namedFilter('IaC projects'),
    repository: namedFilter('Repositories'),
    commit_sha: oneOrMore(commitText).describe('The whole commit'),
    ...window,
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const { ids, subject } = await resolveNames(context, {
      project: args.project,
      repository: args.repository,
    });
    const filters = {
      iac_project_id: ids.project,
      repository_id: ids.repository,
      commit_sha: asValues(args.commit_sha)?.map((commit) => commit.toLowerCase()),
      since: asDate(args.since),
      until: asDate(args.until),
    };
    return listResult(context, args, {
      total: await countPlans(tenant, filters),
      subject,
      rows: async (maximum) => planRows(context, await listPlans(tenant, filters, maximum, undefined)),
    });
  },
});
