import { z } from 'zod';

type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
};

/** JSON schema of the input of a zod schema, as in the OpenAPI document, with the definitions of its fields inlined. */
export function inputSchemaOf(schema: z.ZodType): Schema {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const fields = Object.entries(root.properties ?? {}).map(([name, { $ref, ...field }]) => [
    name,
    { ...($ref === undefined ? {} : $defs[$ref.replace('#/$defs/', '')]), ...field },
  ]);
  return fields.length === 0
    ? root
    : { ...root, properties: Object.fromEntries(fields) as Record<string, Schema> };
}

/**
 * Returns a value that matches a schema, as far as its keywords determine it. An object with examples is the first one.
 *
 * @param id - value of every field with the format uuid
 * @param optional - also sets optional fields
 */
export function sampleOf(schema: Schema, id: string, optional = false): unknown {
  const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (alternative !== undefined) return sampleOf(alternative, id, optional);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      if (schema.examples !== undefined) return schema.examples[0];
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => optional || schema.required?.includes(name) === true)
          .map(([name, property]) => [name, sampleOf(property, id, optional)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        sampleOf(schema.items ?? {}, id, optional),
      );
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return sampleText(schema, id);
  }
}

function sampleText({ format, pattern, minLength = 0 }: Schema, id: string): string {
  if (format === 'uuid') return id;
  if (format === 'email') return `sample-${id}@example.com`;
  if (format === 'date-time') return '2100-01-01T00:00:00.000Z';
  if (format === 'uri') return 'https://example.com';
  if (pattern?.includes('{12}') === true) return '123456789012';
  return 'sample'.padEnd(minLength, 'x');
}

/** Names of the fields of an object schema that contain ids. */
export function idFieldsOf(schema: Schema): readonly string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => containsId(property))
    .map(([name]) => name);
}

function containsId(schema: Schema): boolean {
  if (schema.format === 'uuid') return true;
  if (schema.items !== undefined && containsId(schema.items)) return true;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(containsId);
}
