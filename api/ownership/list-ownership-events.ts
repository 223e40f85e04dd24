import { z } from 'zod';
import { instant, repeatable } from '../../commands/inventory/parameter-values.ts';
import { listOwnershipEvents } from '../../db/ownership/issues/event-read-model.ts';
import type { OwnershipEvent as Row } from '../../db/ownership/issues/event-read-model.ts';
import { authorTypeOf } from '../../domain/identity/author.ts';
import { ownershipEventKinds, ownershipEventSources, ownershipEventTargets } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { authorType, id, iso, timestamp } from '../http/schemas.ts';
import { Evidence } from './evidence.ts';

const OwnershipEvent = z
  .object({
    id,
    occurred_at: timestamp,
    kind: z.enum(ownershipEventKinds),
    target: z.object({ entity_type: z.enum(ownershipEventTargets), id, name: z.string() }),
    team_id: id.optional(),
    team_name: z.string().optional(),
    user_id: id.optional(),
    actor: z
      .object({ type: authorType, id, name: z.string().optional() })
      .optional()
      .describe('The user or API token that made the change; missing when the service made it'),
    source: z.enum(ownershipEventSources),
    evidence: z.array(Evidence),
  })
  .meta({ id: 'OwnershipEvent' });

export const listOwnershipEventsOperation = operation({
  id: 'listOwnershipEvents',
  method: 'GET',
  path: '/ownership/events',
  tag: 'Ownership',
  summary: 'List ownership events, newest first',
  description:
    'An `inherited_changed` event stands for all resources whose owners changed because of its target: an application, a repository, a team or a user.',
  access: 'ownership:read',
  query: z.strictObject({
    kind: repeatable(z.enum(ownershipEventKinds)),
    target_id: repeatable(id),
    team_id: repeatable(id),
    since: instant.optional(),
    until: instant.optional(),
    ...pagingParameters,
  }),
  success: [200, listOf(OwnershipEvent)],
  async handle(context) {
    const { request, envelope } = pager(context, 'ownership-events', context.query);
    const before = request.after?.[0]?.toString();
    const rows = await listOwnershipEvents(context.tenant, context.query, request.limit, before);
    return envelope(
      cutPage(rows, request.limit, (row) => [row.id]),
      presentEvent,
    );
  },
});

function presentEvent(row: Row): z.input<typeof OwnershipEvent> {
  return {
    id: row.id,
    occurred_at: iso(row.occurredAt),
    kind: row.kind,
    target: { entity_type: row.targetType, id: row.targetId, name: row.targetName },
    team_id: row.teamId,
    team_name: row.teamName,
    user_id: row.userId,
    ...(row.actorId === undefined
      ? {}
      : { actor: { type: authorTypeOf(row.actorId), id: row.actorId, name: row.actorName } }),
    source: row.source,
    evidence: row.evidence,
  };
}
