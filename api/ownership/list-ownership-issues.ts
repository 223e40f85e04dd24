import { z } from 'zod';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { countOwnershipIssues, listOwnershipIssues } from '../../db/ownership/issues/issue-read-model.ts';
import type { OwnershipIssue as Row } from '../../db/ownership/issues/issue-read-model.ts';
import { ownershipIssueKinds, ownershipIssueStatuses, ownershipIssueTargets } from '../../domain/values.ts';
import {
  accountNames,
  optionalAccountFields,
  presentOptionalAccount,
} from '../connections/account-parameters.ts';
import type { PresentAccount } from '../connections/account-parameters.ts';
import { countedListOf, cutPage, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

const OwnershipIssue = z
  .object({
    id,
    kind: z.enum(ownershipIssueKinds),
    status: z.enum(ownershipIssueStatuses),
    target: z.object({
      entity_type: z.enum(ownershipIssueTargets),
      id,
      name: z.string().describe('The current name; the id when the record was deleted'),
      ...optionalAccountFields,
    }),
    detail: z.string(),
    opened_at: timestamp,
    resolved_at: timestamp.optional(),
  })
  .meta({ id: 'OwnershipIssue' });

export const listOwnershipIssuesOperation = operation({
  id: 'listOwnershipIssues',
  method: 'GET',
  path: '/ownership/issues',
  tag: 'Ownership',
  summary: 'List ownership issues, newest first',
  description: 'Without `status`, returns open issues. The service opens and resolves issues.',
  access: 'ownership:read',
  transaction: 'snapshot',
  query: z.strictObject({
    kind: repeatable(z.enum(ownershipIssueKinds)),
    status: repeatable(z.enum(ownershipIssueStatuses)),
    target_id: repeatable(id),
    ...pagingParameters,
  }),
  success: [200, countedListOf(OwnershipIssue)],
  async handle(context) {
    const { request, envelope } = pager(context, 'ownership-issues', context.query);
    const before = request.after?.[0]?.toString();
    const rows = await listOwnershipIssues(context.tenant, context.query, request.limit, before);
    const page = cutPage(rows, request.limit, (row) => [row.id]);
    const account = await accountNames(
      context.tenant,
      page.rows.map((row) => row.awsAccountId),
    );
    const counts = await countOwnershipIssues(context.tenant, context.query);
    return {
      ...envelope(page, (row) => presentIssue(row, account)),
      total: counts.reduce((sum, { count }) => sum + count, 0),
    };
  },
});

function presentIssue(row: Row, account: PresentAccount): z.input<typeof OwnershipIssue> {
  return {
    id: row.id,
    kind: row.kind,
    status: row.resolvedAt === undefined ? 'open' : 'resolved',
    target: {
      entity_type: row.targetType,
      id: row.targetId,
      name: row.targetName,
      ...presentOptionalAccount(account, row.awsAccountId),
    },
    detail: row.detail,
    opened_at: iso(row.openedAt),
    resolved_at: iso(row.resolvedAt),
  };
}
