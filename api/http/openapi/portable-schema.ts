import type { Enumeration } from './enumerations.ts';

export type JsonSchema = Record<string, unknown>;
export type Direction = 'input' | 'output';

export const schemaPrefix = '#/components/schemas/';

interface PortableOptions {
  readonly direction: Direction;
  /** Returns the enumeration with the values, and adds it to the document. */
  readonly enumerationOf: (values: readonly string[], name: string | undefined) => Enumeration;
  /** Returns the schema of a property with its description and examples; `path` is `Scan.progress.total`. */
  readonly describe: (path: string, schema: JsonSchema) => JsonSchema;
}

/**
 * Rewrites a JSON Schema of Zod, so that the generators of clients accept it and produce the types that a developer expects:
 * no `pattern` beside a `format`, no `const` of a boolean, a `format` at every number, `type: [T, "null"]` for nullable values,
 * enumerations by name. Responses accept further properties, because a later version of the API adds some.
 * @param path - the name of the component, for the descriptions of its properties
 */
export function portableSchema(schema: JsonSchema, path: string, options: PortableOptions): JsonSchema {
  const { $ref, enum: values, enumeration, anyOf, properties, items, additionalProperties, ...rest } = schema;
  const inner = (value: unknown, at = path) => portableSchema(value as JsonSchema, at, options);
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/$defs/', '');
    return { ...rest, $ref: schemaPrefix + (options.direction === 'input' ? inputName(name) : name) };
  }
  if (Array.isArray(values)) {
    const { type: _type, ...annotations } = rest;
    const { name, isFixed } = options.enumerationOf(values as string[], enumeration as string | undefined);
    const isInput = options.direction === 'input' && !isFixed;
    return { ...annotations, $ref: schemaPrefix + (isInput ? inputName(name) : name) };
  }
  if (Array.isArray(anyOf)) {
    return portableUnion(
      rest,
      (anyOf as JsonSchema[]).filter(({ const: value }) => value !== '').map((branch) => inner(branch)),
    );
  }
  const result: JsonSchema = { ...rest };
  if ('format' in result) delete result['pattern'];
  if (typeof result['const'] === 'boolean') {
    delete result['const'];
    result['type'] = 'boolean';
  }
  if (isAnyString(result['propertyNames'])) delete result['propertyNames'];
  const types = [result['type']].flat();
  if (types.includes('integer') || types.includes('number')) setNumberFormat(result, types);
  if (typeof properties === 'object' && properties !== null) {
    result['properties'] = Object.fromEntries(
      Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
        const at = `${path}.${name}`;
        return [name, options.describe(at, inner(property, at))];
      }),
    );
  }
  if (items !== undefined) result['items'] = inner(items);
  if (typeof additionalProperties === 'object') result['additionalProperties'] = inner(additionalProperties);
  else if (additionalProperties === false && options.direction === 'input')
    result['additionalProperties'] = false;
  return result;
}

/** Bodies and parameters have schemas of their own: a value that a later version returns is not one that this one accepts. */
export function inputName(name: string): string {
  return name.endsWith('Body') ? name : `${name}Input`;
}

function portableUnion(annotations: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const flat = branches.flatMap((branch) =>
    Array.isArray(branch['anyOf']) && Object.keys(branch).length === 1
      ? (branch['anyOf'] as JsonSchema[])
      : [branch],
  );
  const values = flat.filter(({ type }) => type !== 'null');
  const [first = {}, ...others] = values;
  if (values.length === flat.length)
    return others.length === 0 ? { ...first, ...annotations } : { ...annotations, anyOf: flat };
  if (others.length > 0 || typeof first['type'] !== 'string')
    return { ...annotations, anyOf: [...values, { type: 'null' }] };
  return { ...first, ...annotations, type: [first['type'], 'null'] };
}

const maximumInt32 = 2_147_483_647;

/** Zod states the bounds of a safe integer, which do not fit the type that generators choose. */
function setNumberFormat(schema: JsonSchema, types: readonly unknown[]): void {
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  const { minimum, maximum } = schema;
  const fits =
    typeof minimum === 'number' &&
    minimum >= -maximumInt32 &&
    typeof maximum === 'number' &&
    maximum <= maximumInt32;
  schema['format'] ??= types.includes('number') ? 'double' : fits ? 'int32' : 'int64';
}

function isAnyString(schema: unknown): boolean {
  return JSON.stringify(schema) === '{"type":"string"}';
}
