import type { Json, JsonObject } from '../../../domain/json/json.ts';

/** What a scripted provider sends. */
export type LlmPart = { readonly text: string } | { readonly tool: string; readonly arguments: string };

export interface LlmMessage {
  readonly role: string;
  readonly text: string;
  readonly calls: readonly string[];
  /** The JSON texts of tool responses. */
  readonly results: readonly string[];
}

/** A request in a form that both providers share. */
export interface LlmRequest {
  readonly format: 'anthropic' | 'openai';
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly LlmMessage[];
  readonly tools: readonly string[];
  readonly toolChoice: Json;
  readonly body: JsonObject;
}

/** The streaming format of a provider. */
export interface LlmWire {
  readonly path: string;
  read(body: JsonObject): Pick<LlmRequest, 'system' | 'messages' | 'tools' | 'toolChoice'>;
  start(): string;
  part(part: LlmPart, index: number): string;
  /** @param hasUsage false: the provider reports no tokens */
  finish(reason: 'stop' | 'tool_calls' | 'length', count: number, hasUsage: boolean): string;
}

const inputTokens = 21;
const outputTokens = 7;

const event = (type: string, data: JsonObject) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const listOf = (value: Json | undefined) => (Array.isArray(value) ? (value as readonly JsonObject[]) : []);
const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

/** Source: Anthropic API reference, "Streaming Messages". */
export const anthropicWire: LlmWire = {
  path: '/v1/messages',
  read: (body) => ({
    system: listOf(body['system'])
      .map(({ text }) => textOf(text))
      .join('\n'),
    messages: listOf(body['messages']).map(({ role, content }) => {
      const blocks = listOf(content);
      const ofType = (type: string) => blocks.filter((block) => block['type'] === type);
      return {
        role: textOf(role),
        text: ofType('text')
          .map(({ text }) => textOf(text))
          .join(''),
        calls: ofType('tool_use').map(({ name }) => textOf(name)),
        results: ofType('tool_result').map((block) => contentText(block['content'])),
      };
    }),
    tools: listOf(body['tools']).map(({ name }) => textOf(name)),
    toolChoice: body['tool_choice'] ?? null,
  }),
  start: () =>
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: inputTokens, output_tokens: 1 },
      },
    }) + event('ping', {}),
  part: (part, index) => {
    const isText = 'text' in part;
    const block = isText
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${index}`, name: part.tool, input: {} };
    const deltas = isText
      ? [{ type: 'text_delta', text: part.text }]
      : halvesOf(part.arguments).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    return [
      event('content_block_start', { index, content_block: block }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ].join('');
  },
  finish: (reason, _count, hasUsage) => {
    const stop_reason = { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens' }[reason];
    const delta = { stop_reason, stop_sequence: null };
    return (
      event('message_delta', { delta, usage: { output_tokens: hasUsage ? outputTokens : 0 } }) +
      event('message_stop', {})
    );
  },
};

const chunk = (choice: JsonObject, more: JsonObject = {}) => {
  const choices = [{ index: 0, finish_reason: null, ...choice }];
  return `data: ${JSON.stringify({ id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices, ...more })}\n\n`;
};

/** Source: OpenAI API reference, "Chat Completions", "Streaming". */
export const openaiWire: LlmWire = {
  path: '/v1/chat/completions',
  read: (body) => {
    const messages = listOf(body['messages']);
    return {
      system: messages
        .filter(({ role }) => role === 'system')
        .map(({ content }) => textOf(content))
        .join('\n'),
      messages: messages
        .filter(({ role }) => role !== 'system')
        .map(({ role, content, tool_calls }) => ({
          role: textOf(role),
          text: role === 'tool' ? '' : contentText(content),
          calls: listOf(tool_calls).map((call) => textOf((call['function'] as JsonObject)['name'])),
          results: role === 'tool' ? [contentText(content)] : [],
        })),
      tools: listOf(body['tools']).map((tool) => textOf((tool['function'] as JsonObject)['name'])),
      toolChoice: body['tool_choice'] ?? null,
    };
  },
  start: () => chunk({ delta: { role: 'assistant', content: '' } }),
  part: (part, index) => {
    if ('text' in part) return chunk({ delta: { content: part.text } });
    const [first = '', second = ''] = halvesOf(part.arguments);
    const call = {
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name: part.tool, arguments: first },
    };
    return (
      chunk({ delta: { tool_calls: [call] } }) +
      chunk({ delta: { tool_calls: [{ index, function: { arguments: second } }] } })
    );
  },
  finish: (reason, _count, hasUsage) => {
    const usage = {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    };
    return `${chunk({ delta: {}, finish_reason: reason })}${chunk({ delta: {} }, { choices: [], ...(hasUsage && { usage }) })}data: [DONE]\n\n`;
  },
};

function halvesOf(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ text }) => textOf(text))
    .join('');
}
