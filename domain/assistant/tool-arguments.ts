import { objectOf } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { CitedEntityType } from './tool-response.ts';
import type { AssistantDataMode } from '../values.ts';
import type { TurnReferences } from './turn-references.ts';

/** Arguments that name a record of a type. They accept a reference of the turn, such as `r3`, in place of a name. */
const recordArguments: ReadonlyMap<string, CitedEntityType> = new Map([
  ['resource', 'resource'],
  ['account', 'account'],
  ['application', 'application'],
  ['team', 'team'],
  ['environment', 'environment'],
  ['project', 'iac_project'],
  ['repository', 'repository'],
  ['pull_request', 'pull_request'],
  ['plan', 'plan'],
  ['execution', 'execution'],
  ['scan', 'scan'],
  ['saved_query', 'saved_query'],
  ['actor_id', 'user'],
]);

/** Arguments with free text that holds no name, or none that the model can know: it writes the words of its question. */
const structuralTexts = new Set([
  'resource_type',
  'without_child',
  'type',
  'region',
  'action',
  'documentation_query',
]);

export type ResolvedArguments = { readonly arguments: JsonObject } | { readonly error: string };

/**
 * Replaces references in the arguments of a call by ids. In `schema_only` mode, rejects names in place of references and
 * arguments that are not in `parameters`.
 *
 * @param parameters JSON Schema of the arguments, as the model received it
 */
export function resolveArguments(
  given: Json,
  parameters: JsonObject,
  references: TurnReferences,
  mode: AssistantDataMode,
): ResolvedArguments {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { error: 'The arguments must be a JSON object.' };
  const visible = objectOf(parameters['properties']);
  const resolved: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given as JsonObject)) {
    if (mode === 'schema_only' && !Object.hasOwn(visible, name))
      return { error: `There is no argument ${name}.` };
    const type = recordArguments.get(name);
    const found = type === undefined ? { value } : resolveRecord(name, value, type, references, mode);
    if ('error' in found) return found;
    resolved[name] = found.value;
  }
  return { arguments: resolved };
}

function resolveRecord(
  name: string,
  value: Json,
  type: CitedEntityType,
  references: TurnReferences,
  mode: AssistantDataMode,
): { readonly value: Json } | { readonly error: string } {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => resolveRecord(name, item, type, references, mode));
    const failed = items.find((item) => 'error' in item);
    return failed ?? { value: items.flatMap((item) => ('value' in item ? [item.value] : [])) };
  }
  const reference = typeof value === 'string' ? value.trim().replace(/^\[(.*)\]$/, '$1') : '';
  const entity = references.find(reference);
  if (entity === undefined)
    return mode === 'full' ? { value } : { error: `${name} must be a reference such as r1.` };
  if (entity.type !== type) return { error: `${reference} is of type ${entity.type}, not ${type}.` };
  return { value: entity.id };
}

/** Returns the parameters of a tool that a model sees in `schema_only` mode: references, lists of values, numbers and times. */
export function structuralParameters(parameters: JsonObject): JsonObject {
  const properties = Object.entries(objectOf(parameters['properties'])).filter(
    ([name, schema]) => recordArguments.has(name) || structuralTexts.has(name) || isStructural(schema),
  );
  const names = new Set(properties.map(([name]) => name));
  const required = parameters['required'];
  return {
    ...parameters,
    properties: Object.fromEntries(properties),
    ...(Array.isArray(required) && {
      required: (required as readonly Json[]).filter((name) => typeof name === 'string' && names.has(name)),
    }),
  };
}

function isStructural(schema: Json): boolean {
  const { type, format, enum: values, const: value, anyOf, items } = objectOf(schema);
  if (values !== undefined || value !== undefined || format === 'date-time') return true;
  if (Array.isArray(anyOf)) return (anyOf as readonly Json[]).every(isStructural);
  if (type === 'array' && items !== undefined) return isStructural(items);
  return type === 'boolean' || type === 'integer' || type === 'number' || type === 'null';
}
