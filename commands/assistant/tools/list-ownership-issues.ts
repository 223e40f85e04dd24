import { z } from 'zod';
import { ownershipIssueKinds, ownershipIssueStatuses } from '../../../domain/values.ts';
import { countOwnershipIssues, listOwnershipIssues } from '../../../db/ownership/issues/issue-read-model.ts';
import { toolRow, timeText } from './shared/entities.ts';
import { asValues, countOnly, oneOrMore, paging } from './shared/parameters.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const listOwnershipIssuesTool = defineTool({
  name: 'list_ownership_issues',
  description: 'Lists what is wrong with owners, newest first; `group_by` counts the issues.',
  permission: 'ownership:read',
  parameters: z.strictObject({
    issue_kind: oneOrMore(z.enum(ownershipIssueKinds)),
    issue_status: oneOrMore(z.enum(ownershipIssueStatuses)).describe('Default: open'),
    group_by: z.enum(['kind']).optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run({ tenant, ...context }, args) {
    const filters = { kind: asValues(args.issue_kind), status: asValues(args.issue_status) };
    const counts = await countOwnershipIssues(tenant, filters);
    return listResult({ tenant, ...context }, args, {
      total: counts.reduce((sum, { count }) => sum + count, 0),
      groups: args.group_by && counts.map(({ kind, count }) => ({ key: kind, count })),
      rows: async (maximum) =>
        (await listOwnershipIssues(tenant, filters, maximum, undefined)).map((issue) =>
          toolRow(
            {
              type: 'ownership_issue',
              id: issue.id,
              name: `${issue.targetName}, ${issue.kind}`,
              url: `/api/v1/ownership/issues?target_id=${issue.targetId}`,
            },
            {
              kind: issue.kind,
              status: issue.resolvedAt === undefined ? 'open' : 'resolved',
              target_type: issue.targetType,
              target: issue.targetName,
              detail: issue.detail,
              opened_at: timeText(issue.openedAt),
              resolved_at: timeText(issue.resolvedAt),
            },
            ['kind', 'status', 'target_type', 'opened_at', 'resolved_at'],
          ),
        ),
    });
  },
});
