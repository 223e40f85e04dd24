import { z } from 'zod';
import { listAuditEntries } from '../../../../db/organizations/audit-read-model.ts';
import { toolRow, timeText } from '../shared/entities.ts';
import { asDate, asValues, oneOrMore, paging, window } from '../shared/parameters.ts';
import { listResult } from '../shared/tool-result.ts';
import { defineTool } from '../shared/tool.ts';

export const listAuditEntriesTool = defineTool({
  name: 'list_audit_entries',
  description:
    'Lists what users, tokens and the system did in this product (not in AWS), newest first: action such as `scan.requested`, ' +
    'actor, target.',
  permission: 'audit_log:read',
  parameters: z.strictObject({
    action: oneOrMore(z.string().min(1).max(100)),
    actor_id: oneOrMore(z.uuid()),
    target_type: oneOrMore(z.string().min(1).max(100)),
    ...window,
    ...paging,
  }),
  async run(context, args) {
    const filters = {
      action: asValues(args.action),
      actor_id: asValues(args.actor_id),
      target_type: asValues(args.target_type),
      since: asDate(args.since),
      until: asDate(args.until),
    };
    return listResult(context, args, {
      total: null,
      rows: async (maximum) =>
        (await listAuditEntries(context.tenant, filters, maximum, undefined)).map((entry) =>
          toolRow(
            {
              type: 'audit_entry',
              id: entry.id,
              name: `${entry.action} at ${timeText(entry.occurredAt)}`,
              url: `/api/v1/organization/audit-log?action=${encodeURIComponent(entry.action)}`,
            },
            {
              occurred_at: timeText(entry.occurredAt),
              action: entry.action,
              outcome: entry.outcome,
              actor_type: entry.actorType,
              actor: entry.actorName,
              actor_id: entry.actorId,
              target_type: entry.targetType,
              target: entry.targetName,
              target_id: entry.targetId,
            },
            ['occurred_at', 'action', 'outcome', 'actor_type', 'target_type'],
          ),
        ),
    });
  },
});
