import { z } from 'zod';
import type { CountedConversation } from '../../db/assistant/conversation-store.ts';
import type { Turn as TurnRow } from '../../db/assistant/turn.ts';
import { untitled } from '../../domain/assistant/conversation-title.ts';
import { citedEntityTypes } from '../../domain/assistant/tool-response.ts';
import { turnFailureCodes, turnStatuses } from '../../domain/assistant/turn-event.ts';
import { conversationLimits } from '../../domain/assistant/turn-limits.ts';
import { conversationStatuses } from '../../domain/values.ts';
import { id, iso, timestamp, recordVersion } from '../http/schemas.ts';

export const assistantTag = 'Assistant';
export const title = z.string().trim().min(1).max(conversationLimits.titleCharacters);

const conversationShape = {
  id,
  title: z.string(),
  status: z.enum(conversationStatuses),
  created_by: id,
  turn_count: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
  version: recordVersion,
  archived_at: timestamp.optional(),
};

export const Conversation = z.object(conversationShape).meta({ id: 'Conversation' });

export const Citation = z
  .object({
    index: z.int(),
    entity_type: z.enum(citedEntityTypes),
    id,
    name: z.string(),
    url: z.string().describe('The path of the record in this API'),
  })
  .meta({ id: 'Citation' });

export const Usage = z.object({ input_tokens: z.int(), output_tokens: z.int(), tool_calls: z.int() });

const Turn = z
  .object({
    id,
    conversation_id: id,
    question: z.string(),
    answer: z.string().optional(),
    status: z.enum(turnStatuses),
    model: z.string(),
    citations: z.array(Citation),
    usage: Usage,
    error: z.object({ code: z.enum(turnFailureCodes), message: z.string() }).optional(),
    started_at: timestamp,
    finished_at: timestamp.optional(),
  })
  .meta({ id: 'Turn' });

export const ConversationWithTurns = z
  .object({ ...conversationShape, turns: z.array(Turn) })
  .meta({ id: 'ConversationWithTurns' });

export function presentConversation(row: CountedConversation): z.input<typeof Conversation> {
  return {
    id: row.id,
    title: row.title ?? untitled,
    status: row.archivedAt === undefined ? 'active' : 'archived',
    created_by: row.createdBy,
    turn_count: row.turnCount,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    version: row.version,
    archived_at: iso(row.archivedAt),
  };
}

export function presentTurn(row: TurnRow): z.input<typeof Turn> {
  return {
    id: row.id,
    conversation_id: row.conversationId,
    question: row.question,
    answer: row.answer,
    status: row.status,
    model: row.model,
    citations: [...row.citations],
    usage: { input_tokens: row.inputTokens, output_tokens: row.outputTokens, tool_calls: row.toolCalls },
    error: row.errorCode === undefined ? undefined : { code: row.errorCode, message: row.errorMessage ?? '' },
    started_at: iso(row.startedAt),
    finished_at: iso(row.finishedAt),
  };
}
