import { z } from 'zod';
import type { TurnEvent } from '../../domain/assistant/turn-event.ts';
import { turnFailureCodes } from '../../domain/assistant/turn-event.ts';
import { id } from '../http/schemas.ts';
import { Citation, Usage } from './schemas.ts';

const turn_id = id;
const tool_call_id = z.string().describe('Id of the call of a tool, unique in the turn');

/** The `data` of the events of a turn, by the name of the event. */
export const turnEvents = {
  'turn.started': z
    .object({ turn_id, conversation_id: id, provider: z.string(), model: z.string() })
    .meta({ id: 'TurnStartedEvent', description: 'The first event of a turn' }),
  'turn.reset': z
    .object({ turn_id })
    .meta({
      id: 'TurnResetEvent',
      description: 'The events before it are void, because the turn starts again',
    }),
  'tool.started': z
    .object({ turn_id, tool_call_id, name: z.string().describe('Name of the tool') })
    .meta({ id: 'ToolStartedEvent', description: 'The model calls a tool' }),
  'tool.completed': z
    .object({
      turn_id,
      tool_call_id,
      name: z.string().describe('Name of the tool'),
      status: z.enum(['ok', 'refused', 'error']),
      rows: z.int().describe('Number of rows that the tool returned'),
      truncated: z.boolean(),
    })
    .meta({ id: 'ToolCompletedEvent', description: 'The call of a tool has ended' }),
  'text.delta': z
    .object({ turn_id, text: z.string().describe('The next part of the answer, at most 4,096 bytes') })
    .meta({ id: 'TextDeltaEvent', description: 'A part of the answer' }),
  citation: Citation.extend({ turn_id }).meta({
    id: 'CitationEvent',
    description: 'A record that the answer refers to',
  }),
  'turn.completed': z
    .object({
      turn_id,
      answer: z.string(),
      citations: z.array(Citation),
      usage: Usage,
      finish_reason: z.enum(['stop', 'limit']),
    })
    .meta({ id: 'TurnCompletedEvent', description: 'The last event of a turn that succeeded' }),
  'turn.failed': z
    .object({ turn_id, code: z.enum(turnFailureCodes), message: z.string() })
    .meta({ id: 'TurnFailedEvent', description: 'The last event of a turn that failed or was cancelled' }),
} as const satisfies Readonly<Record<TurnEvent['type'], z.ZodType>>;
