import { enumerations } from './enumerations.ts';
import { schemaPrefix } from './portable-schema.ts';
import type { JsonSchema } from './portable-schema.ts';
import { propertyDescriptions, propertyExamples } from './property-descriptions.ts';

/**
 * Returns a published property with a description: its own, the one of `Scan.progress.total`, the one of its enumeration, or the
 * one of its name.
 */
export function describeProperty(path: string, schema: JsonSchema): JsonSchema {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const description =
    schema['description'] ??
    propertyDescriptions[path] ??
    describeEnumeration(schema) ??
    propertyDescriptions[name];
  const examples = schema['examples'] ?? propertyExamples[path] ?? propertyExamples[name];
  const takesExamples = schema['type'] === 'string';
  return {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined || !takesExamples ? {} : { examples }),
  };
}

/** Returns the schema of a query parameter with its description. */
export function describeParameter(path: string, schema: JsonSchema, isRepeatable: boolean): JsonSchema {
  const described = describeProperty(path, schema);
  const { description } = described;
  if (!isRepeatable || typeof description !== 'string') return described;
  return { ...described, description: `${description}. Repeat the parameter to match any of several values` };
}

/** `/scans/{id}/tasks`: the id of the scan. */
export function describePathParameter(path: string, name: string): string {
  const before = path.slice(0, path.indexOf(`/{${name}}`));
  const segment = before.slice(before.lastIndexOf('/') + 1);
  const noun = segment.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  return `Id of the ${properNouns[noun] ?? noun}, a UUID`;
}

const properNouns: Readonly<Record<string, string>> = {
  'aws account': 'AWS account',
  'iac project': 'IaC project',
  'hcp terraform': 'connection with HCP Terraform',
};

function describeEnumeration(schema: JsonSchema): string | undefined {
  const { $ref } = schema['type'] === 'array' ? (schema['items'] as JsonSchema) : schema;
  if (typeof $ref !== 'string') return undefined;
  const name = $ref.slice(schemaPrefix.length);
  return enumerations.find((one) => one.name === name || `${one.name}Input` === name)?.description;
}
