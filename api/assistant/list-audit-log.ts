import { z } from 'zod';
import { instant, repeatable } from '../../commands/inventory/parameter-values.ts';
import { listAssistantAuditEntries } from '../../db/assistant/audit-store.ts';
import type { AssistantAuditEntry as AuditRow } from '../../db/assistant/audit-store.ts';
import { assistantAuditKinds, assistantAuditStatuses, authorTypes } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { freeForm, id, iso, timestamp } from '../http/schemas.ts';
import { assistantTag } from './schemas.ts';

const AssistantAuditActor = z
  .object({ type: z.enum(authorTypes), id, name: z.string().optional() })
  .meta({ id: 'AssistantAuditActor', description: 'Who asked the question, or whose program called' });

const AssistantAuditEntry = z
  .object({
    id,
    occurred_at: timestamp,
    kind: z.enum(assistantAuditKinds),
    actor: AssistantAuditActor,
    user_id: id.optional(),
    conversation_id: id.optional(),
    turn_id: id.optional(),
    provider: z.string().optional(),
    model: z.string().optional(),
    tool: z.string().optional(),
    resource: z.string().optional().describe('The URI that a call through MCP has read'),
    prompt: z.string().optional().describe('The prompt that a call through MCP has requested'),
    client: z.string().optional().describe('The `User-Agent` of a call through MCP'),
    arguments: freeForm.optional(),
    row_count: z.int().optional(),
    reference_ids: z.array(z.string()).optional(),
    input_tokens: z.int().optional(),
    output_tokens: z.int().optional(),
    duration_ms: z.int(),
    status: z.enum(assistantAuditStatuses),
    error_code: z.string().optional(),
    request_id: z.string(),
  })
  .meta({ id: 'AssistantAuditEntry' });

export const listAssistantAuditLogOperation = operation({
  id: 'listAssistantAuditLog',
  method: 'GET',
  path: '/ai/audit-log',
  tag: assistantTag,
  summary: 'List the turns and tool calls of the assistant, newest first',
  description:
    'Calls of programs through `POST /mcp` are entries of the kind `mcp_call`, which have no turn. Entries contain no questions ' +
    'or answers, and are kept for 400 days.',
  access: 'assistant:audit',
  query: z.strictObject({
    kind: repeatable(z.enum(assistantAuditKinds)),
    user_id: repeatable(id),
    api_token_id: repeatable(id).describe('The API tokens whose programs called'),
    conversation_id: repeatable(id),
    turn_id: repeatable(id),
    tool: repeatable(z.string().max(100)),
    status: repeatable(z.enum(assistantAuditStatuses)),
    since: instant.optional(),
    until: instant.optional(),
    ...pagingParameters,
  }),
  success: [200, listOf(AssistantAuditEntry)],
  async handle(context) {
    const { request, envelope } = pager(context, 'ai-audit-log', context.query);
    const before = request.after?.[0]?.toString();
    const rows = await listAssistantAuditEntries(context.tenant, context.query, request.limit, before);
    return envelope(
      cutPage(rows, request.limit, (entry) => [entry.id]),
      present,
    );
  },
});

function present(row: AuditRow): z.input<typeof AssistantAuditEntry> {
  return {
    id: row.id,
    occurred_at: iso(row.occurredAt),
    kind: row.kind,
    actor: actorOf(row),
    user_id: row.userId,
    conversation_id: row.conversationId,
    turn_id: row.turnId,
    provider: row.provider,
    model: row.model,
    tool: row.tool,
    resource: row.resource,
    prompt: row.prompt,
    client: row.client,
    arguments: row.arguments,
    row_count: row.rowCount,
    reference_ids: row.referenceIds === undefined ? undefined : [...row.referenceIds],
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    duration_ms: row.durationMs,
    status: row.status,
    error_code: row.errorCode,
    request_id: row.requestId,
  };
}

function actorOf({ userId, apiTokenId, actorName }: AuditRow): z.input<typeof AssistantAuditActor> {
  if (userId !== undefined) return { type: 'user', id: userId, name: actorName };
  if (apiTokenId === undefined) throw new Error('an entry has no actor');
  return { type: 'api_token', id: apiTokenId, name: actorName };
}
