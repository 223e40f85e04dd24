import { respondEmbedded } from '../../../commands/assistant/embedded/respond-embedded.ts';
import type { ModelEvent, ModelMessage, ToolCall } from '../../../domain/assistant/model.ts';
import { turnLimits } from '../../../domain/assistant/turn-limits.ts';
import type { JsonObject } from '../../../domain/json/json.ts';

export interface EmbeddedTurn {
  readonly answer: string;
  readonly calls: readonly ToolCall[];
  readonly modelCalls: number;
  readonly messages: readonly ModelMessage[];
}

export interface EmbeddedOptions {
  readonly now?: Date;
  readonly history?: readonly ModelMessage[];
  /** Model calls after which no tool is offered. Default: none. */
  readonly toolSteps?: number;
}

const tool = { name: 'search_resources', description: '', parameters: {} };

/** Runs a turn of the embedded model with a function in place of the tools. */
export function runEmbedded(
  question: string,
  respond: (call: ToolCall) => JsonObject,
  { now = new Date('2026-11-23T12:00:00Z'), history = [], toolSteps = Infinity }: EmbeddedOptions = {},
): EmbeddedTurn {
  const messages: ModelMessage[] = [...history, { role: 'user', text: question }];
  const calls: ToolCall[] = [];
  for (let modelCalls = 1; ; modelCalls += 1) {
    const tools = modelCalls > toolSteps ? [] : [tool];
    const events = respondEmbedded({ system: '', messages, tools, maximumOutputTokens: 4096, now });
    const text = textOf(events);
    const made = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    if (made.length === 0) return { answer: text, calls, modelCalls, messages };
    if (modelCalls > turnLimits.modelCalls) throw new Error('the turn needs too many model calls');
    calls.push(...made);
    messages.push({ role: 'assistant', text, toolCalls: made });
    for (const call of made)
      messages.push({ role: 'tool', toolCallId: call.id, name: call.name, response: respond(call) });
  }
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}
