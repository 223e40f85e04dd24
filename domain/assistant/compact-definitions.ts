import { objectOf } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ToolDefinition } from './model.ts';

/** A model obeys a description; the server checks the arguments against the whole schema. */
const limitKeywords: ReadonlySet<string> = new Set([
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'additionalProperties',
]);

/**
 * Shortens definitions for the requests to a provider, which counts them as input each time: without limits of lengths and
 * forms, one value or several as one value ({@link listsMeanOr} is for the system prompt), and optional parameters that are
 * equal to those of an earlier tool by their names alone.
 */
export function compactDefinitions(definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
  /** The first tool that declares a parameter, by the parameter with its schema. */
  const declared = new Map<string, string>();
  const ownOf = new Map<string, readonly string[]>();
  return definitions.map((definition) => {
    const properties = Object.entries(objectOf(definition.parameters['properties'])).map(
      ([name, schema]): readonly [string, Json] => [name, compactSchema(schema)],
    );
    const required = new Set(requiredOf(definition.parameters));
    const ownerOf = ([name, schema]: readonly [string, Json]) =>
      required.has(name) ? undefined : declared.get(JSON.stringify([name, schema]));
    const shared = [...Map.groupBy(properties, ownerOf)].flatMap(([owner, entries]) =>
      owner === undefined ? [] : [{ owner, names: entries.map(([name]) => name) }],
    );
    const repeated = new Set(shared.flatMap(({ names }) => names));
    const own = properties.filter(([name]) => !repeated.has(name));
    ownOf.set(
      definition.name,
      own.map(([name]) => name),
    );
    for (const entry of own) {
      const key = JSON.stringify(entry);
      if (!declared.has(key)) declared.set(key, definition.name);
    }
    const others = shared.map(({ owner, names }) => sharedText(owner, names, ownOf.get(owner) ?? []));
    return {
      name: definition.name,
      description: definition.description + others.join(''),
      parameters: {
        type: 'object',
        properties: Object.fromEntries(own),
        ...(required.size > 0 && { required: [...required] }),
      },
    };
  });
}

/** Names the parameters that a tool shares with an earlier one, or the others if these are fewer. */
function sharedText(owner: string, names: readonly string[], all: readonly string[]): string {
  const missing = all.filter((name) => !names.includes(name));
  if (missing.length >= names.length) return ` Also takes, as ${owner}: ${names.join(', ')}.`;
  const except = missing.length === 0 ? '' : `, except ${missing.join(', ')}`;
  return ` Also takes the parameters of ${owner}${except}.`;
}

/** For the system prompt. */
export const listsMeanOr = 'Each filter takes one value, or a list of values, which means any of them.';

function requiredOf({ required }: JsonObject): readonly Json[] {
  return Array.isArray(required) ? (required as readonly Json[]) : [];
}

function compactSchema(schema: Json): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map(compactSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as JsonObject;
  const list = Array.isArray(anyOf) ? (anyOf as readonly Json[]).map(objectOf) : [];
  const one = list.find(({ type }) => type !== 'array');
  const isOneOrMore = list.length === 2 && one !== undefined && list.some(({ type }) => type === 'array');
  const merged: JsonObject = isOneOrMore ? { ...rest, ...one } : (schema as JsonObject);
  return Object.fromEntries(
    Object.entries(merged)
      .filter(([name]) => !limitKeywords.has(name))
      .map(([name, value]) => [
        name,
        name === 'properties' ? compactProperties(value) : compactSchema(value),
      ]),
  );
}

/** The names of properties are no keywords. */
function compactProperties(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(objectOf(properties)).map(([name, schema]) => [name, compactSchema(schema)]),
  );
}
