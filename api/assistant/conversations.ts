import { z } from 'zod';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { cancelTurns, endExpiredTurn } from '../../commands/assistant/cancel-turns.ts';
import {
  deleteConversation,
  getConversation,
  insertConversation,
  listConversations,
  lockConversation,
  updateConversation,
} from '../../db/assistant/conversation-store.ts';
import type { CountedConversation } from '../../db/assistant/conversation-store.ts';
import { requireEnabledAssistant } from '../../db/assistant/settings-store.ts';
import { listRunningTurns, listTurns } from '../../db/assistant/turn-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { conversationStatuses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import {
  assistantTag,
  Conversation,
  ConversationWithTurns,
  presentConversation,
  presentTurn,
  title,
} from './schemas.ts';

export const conversationOperations = [
  operation({
    id: 'listConversations',
    method: 'GET',
    path: '/ai/conversations',
    tag: assistantTag,
    summary: 'List your conversations, newest first',
    description: 'Lists the conversations of the user of the credential.',
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    query: z.strictObject({ status: repeatable(z.enum(conversationStatuses)), ...pagingParameters }),
    success: [200, listOf(Conversation)],
    errors: ['ai_disabled'],
    async handle(context) {
      const { query, principal, tenant } = context;
      const { request, envelope } = pager(context, 'conversations', query);
      const rows = await listConversations(
        tenant,
        principal.id,
        query.status,
        request.limit,
        request.after?.[0]?.toString(),
      );
      return envelope(
        cutPage(rows, request.limit, (row) => [row.id]),
        presentConversation,
      );
    },
  }),
  operation({
    id: 'createConversation',
    method: 'POST',
    path: '/ai/conversations',
    tag: assistantTag,
    summary: 'Start a conversation',
    description: 'Without `title`, the title is taken from the first question.',
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    audit: 'conversation.created',
    body: z.strictObject({ title: title.optional() }),
    success: [201, Conversation],
    location: '/ai/conversations/{id}',
    errors: ['ai_disabled'],
    async handle({ body, principal, tenant, audit }) {
      const row = await insertConversation(tenant, { title: body.title, createdBy: principal.id });
      // Without the title, which can be a text of the user.
      audit({ type: 'conversation', id: row.id, name: null });
      return presentConversation(row);
    },
  }),
  operation({
    id: 'getConversation',
    method: 'GET',
    path: '/ai/conversations/{id}',
    tag: assistantTag,
    summary: 'Get a conversation with its turns',
    description: 'Returns the turns in their order. Users see only their own conversations.',
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    success: [200, ConversationWithTurns],
    errors: ['ai_disabled'],
    async handle({ params, principal, tenant }) {
      const row = await getConversation(tenant, principal.id, params.id);
      const turns = await listTurns(tenant, row.id);
      return { ...presentConversation(row), turns: turns.map(presentTurn) };
    },
  }),
  operation({
    id: 'updateConversation',
    method: 'PATCH',
    path: '/ai/conversations/{id}',
    versioned: 'ai_conversations',
    tag: assistantTag,
    summary: 'Change the title of a conversation, or archive or restore it',
    description: 'Changes the fields in the body; absent ones stay.',
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    audit: 'conversation.updated',
    body: z.strictObject({ title: title.optional(), archived: z.boolean().optional() }),
    success: [200, Conversation],
    errors: ['ai_disabled', 'turn_in_progress'],
    async handle({ body, params, principal, tenant, services, audit }) {
      const row = await lockConversation(tenant, principal.id, params.id);
      if (body.archived === true) await requireNoRunningTurn(tenant, services, row);
      if (Object.keys(body).length > 0) await updateConversation(tenant, row.id, body);
      audit({ type: 'conversation', id: row.id, name: null, details: { changed: Object.keys(body) } });
      return presentConversation(await getConversation(tenant, principal.id, row.id));
    },
  }),
  operation({
    id: 'deleteConversation',
    method: 'DELETE',
    path: '/ai/conversations/{id}',
    tag: assistantTag,
    summary: 'Delete a conversation',
    description:
      'Cancels a running turn and deletes questions, answers and events. The AI audit log is kept.',
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    audit: 'conversation.deleted',
    success: [200, Deleted],
    errors: ['ai_disabled'],
    async handle({ params, principal, tenant, services, audit }) {
      const { id } = await lockConversation(tenant, principal.id, params.id);
      const running = await listRunningTurns(tenant, { conversationId: id });
      await cancelTurns(tenant, services, running, 'The conversation was deleted.');
      await deleteConversation(tenant, id);
      audit({ type: 'conversation', id, name: null });
      return { id, deleted: true as const };
    },
  }),
  operation({
    id: 'archiveConversation',
    method: 'POST',
    path: '/ai/conversations/{id}/archive',
    tag: assistantTag,
    summary: 'Archive a conversation',
    description: 'An archived conversation accepts no questions. `PATCH` with `archived: false` restores it.',
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    audit: 'conversation.archived',
    success: [200, Conversation],
    errors: ['ai_disabled', 'turn_in_progress'],
    async handle({ params, principal, tenant, services, audit }) {
      const row = await lockConversation(tenant, principal.id, params.id);
      await requireNoRunningTurn(tenant, services, row);
      await updateConversation(tenant, row.id, { archived: true });
      audit({ type: 'conversation', id: row.id, name: null });
      return presentConversation(await getConversation(tenant, principal.id, row.id));
    },
  }),
];

/** @throws CatalogueError `turn_in_progress`. */
async function requireNoRunningTurn(
  tenant: Tenant,
  { assistantMetrics }: Services,
  { id }: CountedConversation,
): Promise<void> {
  await endExpiredTurn(tenant, assistantMetrics, id);
  if ((await listRunningTurns(tenant, { conversationId: id })).length > 0) throw errors.turnInProgress();
}
