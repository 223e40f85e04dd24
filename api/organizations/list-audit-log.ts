import { z } from 'zod';
import { auditActorTypes, auditOutcomes } from '../../domain/values.ts';
import { listAuditEntries } from '../../db/organizations/audit-read-model.ts';
import type { AuditEntry as AuditRow } from '../../db/organizations/audit-read-model.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { freeForm, id, instant, iso, timestamp } from '../http/schemas.ts';

const AuditEntry = z
  .object({
    id,
    sequence: z.int().optional(),
    occurred_at: timestamp,
    actor: z.object({ type: z.enum(auditActorTypes), id: id.optional(), name: z.string().optional() }),
    action: z.string(),
    target: z.object({ type: z.string().optional(), id: z.string().optional(), name: z.string().optional() }),
    outcome: z.enum(auditOutcomes),
    request_id: z.string().optional(),
    ip: z.string().optional(),
    details: freeForm,
    hash: z.string().optional(),
  })
  .meta({ id: 'AuditEntry' });

/** Stored as text; UUIDs are stored in lower case. */
const targetId = z
  .string()
  .max(200)
  .transform((text) => id.safeParse(text).data ?? text);

export const listAuditLog = operation({
  id: 'listAuditLog',
  method: 'GET',
  path: '/organization/audit-log',
  tag: 'Organization',
  summary: 'List audit log entries, newest first',
  access: 'audit_log:read',
  query: z.strictObject({
    actor_id: repeatable(id),
    action: repeatable(z.string().max(100)),
    target_type: repeatable(z.string().max(100)),
    target_id: repeatable(targetId),
    since: instant.optional(),
    until: instant.optional(),
    ...pagingParameters,
  }),
  success: [200, listOf(AuditEntry)],
  async handle(context) {
    const { request, envelope } = pager(context, 'audit-log', context.query);
    const before = request.after?.[0]?.toString();
    const rows = await listAuditEntries(context.tenant, context.query, request.limit, before);
    return envelope(
      cutPage(rows, request.limit, (entry) => [entry.id]),
      presentAuditEntry,
    );
  },
});

function presentAuditEntry(row: AuditRow): z.input<typeof AuditEntry> {
  return {
    id: row.id,
    sequence: row.sequence,
    occurred_at: iso(row.occurredAt),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    action: row.action,
    target: { type: row.targetType, id: row.targetId, name: row.targetName },
    outcome: row.outcome,
    request_id: row.requestId,
    ip: row.ip,
    details: row.details,
    hash: row.hash?.toString('hex'),
  };
}
