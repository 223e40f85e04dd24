import type { JsonSchema } from './portable-schema.ts';

interface QueryParameterSchema {
  readonly schema: JsonSchema;
  /** Whether the parameter can be repeated, which `style: form` and `explode: true` state. */
  readonly isRepeatable: boolean;
}

/**
 * Returns the schema of a query parameter. A query contains texts only, and one value does not show that the parameter can be
 * repeated: the schemas of `repeatable` and of the flags in `list.ts` accept a value or an array of values.
 */
export function queryParameterSchema(schema: JsonSchema): QueryParameterSchema {
  const { anyOf, ...annotations } = schema;
  const [value, list, ...others] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  const isRepeatable =
    others.length === 0 &&
    list?.['type'] === 'array' &&
    JSON.stringify(list['items']) === JSON.stringify(value);
  if (!isRepeatable) return { schema, isRepeatable: false };
  if (JSON.stringify(value?.['enum']) === '["true","false"]')
    return { schema: { ...annotations, type: 'boolean' }, isRepeatable: false };
  return { schema: { ...annotations, ...list }, isRepeatable: true };
}
