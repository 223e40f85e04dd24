import { z } from 'zod';
import { instant, repeatable } from '../../commands/inventory/parameter-values.ts';
import { listAuditEntries, verifyAuditChain } from '../../db/organizations/audit-read-model.ts';
import type { AuditEntry as AuditRow } from '../../db/organizations/audit-read-model.ts';
import { auditActorTypes, auditOutcomes } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { freeForm, id, iso, timestamp } from '../http/schemas.ts';

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

export const auditLogOperations = [
  operation({
    id: 'listAuditLog',
    method: 'GET',
    path: '/organization/audit-log',
    tag: 'Organization',
    summary: 'List audit log entries, newest first',
    description:
      'Filters are combined with AND. `since` is inclusive, `until` exclusive. Entries cannot be ' +
      'changed or deleted.',
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
  }),
  operation({
    id: 'verifyAuditLog',
    method: 'GET',
    path: '/organization/audit-log/verify',
    tag: 'Organization',
    summary: 'Verify the hash chain of the audit log',
    description:
      '`head` is the last sealed entry. Store it outside of the product: a later chain that does not contain it was replaced.',
    access: 'audit_log:read',
    transaction: 'snapshot',
    success: [
      200,
      z
        .object({
          verified: z.boolean(),
          entries: z.int(),
          head: z.object({ sequence: z.int(), hash: z.string() }),
          head_hash: z.string(),
          first_broken_sequence: z.int().optional(),
        })
        .meta({ id: 'AuditLogVerification' }),
    ],
    async handle({ tenant }) {
      const chain = await verifyAuditChain(tenant);
      const hash = chain.headHash.toString('hex');
      return {
        verified: chain.firstBrokenSequence === undefined,
        entries: chain.entries,
        head: { sequence: chain.headSequence, hash },
        head_hash: hash,
        first_broken_sequence: chain.firstBrokenSequence,
      };
    },
  }),
];

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
