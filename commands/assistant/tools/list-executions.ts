import { z } from 'zod';
import { errors } from '../../../domain/errors.ts';
import { executionKinds, executionStatuses } from '../../../domain/values.ts';
import { listApplicationExecutions } from '../../../db/plans/executions/application-executions.ts';
import { countExecutions, listExecutions } from '../../../db/plans/executions/execution-read-model.ts';
import type { ExecutionFilter } from '../../../db/plans/executions/execution-read-model.ts';
import { executionRows } from './shared/execution-rows.ts';
import {
  countOnly,
  paging,
  named,
  namedFilter,
  oneOrMore,
  asDate,
  asValues,
  window,
} from './shared/parameters.ts';
import { resolveRecordName, resolveNames } from './shared/resolve-names.ts';
import { countEach, listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

const filters = {
  project: namedFilter('IaC projects'),
  repository: namedFilter('Repositories'),
  kind: oneOrMore(z.enum(executionKinds)),
  status: oneOrMore(z.enum(executionStatuses)),
  external_id: oneOrMore(z.string().min(1).max(255)).describe('Id in the CI system'),
  commit_sha: oneOrMore(z.string().min(1).max(64)).describe('The whole commit'),
  ...window,
  group_by: z.enum(['kind', 'status']).optional(),
  count_only: countOnly,
};

export const listExecutionsTool = defineTool({
  name: 'list_executions',
  description:
    'Lists the runs of infrastructure tools (plan, apply, destroy, drift), newest first; `group_by` counts them. With ' +
    '`application`, lists the runs that concern the application, without other filters.',
  permission: 'executions:read',
  parameters: z.strictObject({ application: named('An application').optional(), ...filters, ...paging }),
  async run(context, args) {
    const { tenant } = context;
    if (args.application !== undefined) {
      const excluded = Object.keys(filters).find((name) => args[name as keyof typeof filters] !== undefined);
      if (excluded !== undefined)
        throw errors.validationFailed(excluded, 'cannot be combined with application');
      const application = await resolveRecordName(context, 'application', args.application);
      return listResult(context, args, {
        total: null,
        subject: application,
        rows: async (maximum) =>
          executionRows(context, await listApplicationExecutions(tenant, application.id, maximum, undefined)),
      });
    }
    const { ids, subject } = await resolveNames(context, {
      project: args.project,
      repository: args.repository,
    });
    const filter: ExecutionFilter = {
      projectIds: ids.project,
      repositoryIds: ids.repository,
      kinds: asValues(args.kind),
      statuses: asValues(args.status),
      externalIds: asValues(args.external_id),
      commits: asValues(args.commit_sha)?.map((commit) => commit.toLowerCase()),
      since: asDate(args.since),
      until: asDate(args.until),
    };
    const groups = {
      kind: () =>
        countEach(executionKinds, filter.kinds, (kind) =>
          countExecutions(tenant, { ...filter, kinds: [kind] }),
        ),
      status: () =>
        countEach(executionStatuses, filter.statuses, (status) =>
          countExecutions(tenant, { ...filter, statuses: [status] }),
        ),
    };
    return listResult(context, args, {
      total: await countExecutions(tenant, filter),
      subject,
      groups: args.group_by === undefined ? undefined : await groups[args.group_by](),
      rows: async (maximum) =>
        executionRows(context, await listExecutions(tenant, filter, maximum, undefined)),
    });
  },
});
