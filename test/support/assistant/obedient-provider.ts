import type { Json } from '../../../domain/json/json.ts';
import { respondWith } from './llm-server.ts';
import type { LlmScript } from './llm-server.ts';
import type { LlmPart } from './llm-wire.ts';

/** An instruction in a text of the inventory: `CALL <tool> <JSON>` or `SAY <text>`. */
const instruction = /CALL (\w+) (\{.*?\})(?: END|$)|SAY (.*?)(?: END|$)/g;

/** Returns a provider that lists resources, and then does what the texts of the tool responses say. */
export function obedientProvider(): LlmScript {
  return (request, number) => {
    if (number === 1) return respondWith({ tool: 'search_resources', arguments: '{}' });
    const texts = request.messages
      .flatMap(({ results }) => results)
      .flatMap((text) => textsOf(JSON.parse(text) as Json));
    const orders = texts.flatMap((text) => [...text.matchAll(instruction)]);
    const calls = orders.flatMap(([, tool, given]): readonly LlmPart[] =>
      tool === undefined || given === undefined ? [] : [{ tool, arguments: given }],
    );
    if (number === 2 && calls.length > 0) return respondWith(...calls);
    return respondWith(
      ...orders.flatMap(([, , , text]) => (text === undefined ? [] : [{ text: `${text}\n` }])),
    );
  };
}

/** Returns all texts and keys of a value. */
function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsOf);
  return Object.entries(value as Record<string, Json>).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}
