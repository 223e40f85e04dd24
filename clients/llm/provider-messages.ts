import { objectOf } from '../../domain/json/json.ts';
import { jsonSchema, tool } from 'ai';
import type { JSONValue, ModelMessage as ProviderMessage, ToolSet } from 'ai';
import type { ModelMessage, ModelRequest } from '../../domain/assistant/model.ts';

/** Converts messages. The results of parallel calls become one message, as providers require. */
export function providerMessages(messages: readonly ModelMessage[]): ProviderMessage[] {
  const converted: ProviderMessage[] = [];
  for (const message of messages) {
    if (message.role === 'user') converted.push({ role: 'user', content: message.text });
    else if (message.role === 'assistant') converted.push(assistantMessage(message));
    else {
      const result = {
        type: 'tool-result' as const,
        toolCallId: message.toolCallId,
        toolName: message.name,
        output: { type: 'json' as const, value: message.response as JSONValue },
      };
      const last = converted.at(-1);
      if (last?.role === 'tool') last.content.push(result);
      else converted.push({ role: 'tool', content: [result] });
    }
  }
  return converted;
}

function assistantMessage({
  text,
  toolCalls,
}: Extract<ModelMessage, { role: 'assistant' }>): ProviderMessage {
  return {
    role: 'assistant',
    content: [
      // Providers reject empty texts.
      ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
      ...toolCalls.map((call) => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.name,
        input: objectOf(call.arguments),
      })),
    ],
  };
}

/**
 * Returns the tools of a request. Anthropic rejects messages with tool calls when the request declares no tool, so a request
 * that may call none declares the called ones, with the choice `none`.
 */
export function providerTools({ tools, messages }: ModelRequest): {
  readonly tools?: ToolSet;
  readonly toolChoice?: 'auto' | 'none';
} {
  if (tools.length > 0) {
    const declared = tools.map(({ name, description, parameters }): readonly [string, ToolSet[string]] => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]);
    return { tools: Object.fromEntries(declared), toolChoice: 'auto' };
  }
  const called = messages.flatMap((message) => (message.role === 'tool' ? [message.name] : []));
  if (called.length === 0) return {};
  const declared = called.map((name): readonly [string, ToolSet[string]] => [
    name,
    tool({ description: 'Not available', inputSchema: jsonSchema({ type: 'object' }) }),
  ]);
  return { tools: Object.fromEntries(declared), toolChoice: 'none' };
}
