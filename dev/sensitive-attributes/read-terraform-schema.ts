import { readFileSync } from 'node:fs';

/** Terraform type → dotted paths of its sensitive attributes. */
export type PathsByType = Map<string, Set<string>>;

interface SchemaAttribute {
  readonly sensitive?: boolean;
  readonly nested_type?: { readonly attributes?: Readonly<Record<string, SchemaAttribute>> };
}

interface SchemaBlock {
  readonly attributes?: Readonly<Record<string, SchemaAttribute>>;
  readonly block_types?: Readonly<Record<string, { readonly block: SchemaBlock }>>;
}

interface ProviderSchema {
  readonly resource_schemas: Readonly<Record<string, { readonly block: SchemaBlock }>>;
  readonly data_source_schemas: Readonly<Record<string, { readonly block: SchemaBlock }>>;
}

/** The resources and data sources of a provider. */
export interface TerraformSchema {
  readonly sensitive: PathsByType;
  /** The names at the top of each type. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads the output of `terraform providers schema -json`. A resource and a data source of one type share an entry. Paths
 * cross lists, sets and maps without an index: `ssl_configuration.private_key`.
 */
export function readTerraformSchema(file: string, provider: string): TerraformSchema {
  const document = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly provider_schemas: Readonly<Record<string, ProviderSchema>>;
  };
  const schema = document.provider_schemas[provider];
  if (schema === undefined) throw new Error(`${file} has no schema of ${provider}`);
  const sensitive: PathsByType = new Map();
  const attributes = new Map<string, readonly string[]>();
  for (const types of [schema.data_source_schemas, schema.resource_schemas])
    for (const [type, { block }] of Object.entries(types)) {
      attributes.set(type, [...Object.keys(block.attributes ?? {}), ...Object.keys(block.block_types ?? {})]);
      for (const path of pathsOf(block)) addPath(sensitive, type, path);
    }
  return { sensitive, attributes };
}

export function addPath(sensitive: PathsByType, type: string, path: string): void {
  const paths = sensitive.get(type) ?? new Set();
  paths.add(path);
  sensitive.set(type, paths);
}

function pathsOf(block: SchemaBlock): readonly string[] {
  return [
    ...Object.entries(block.attributes ?? {}).flatMap(([name, attribute]) =>
      pathsOfAttribute(name, attribute),
    ),
    ...Object.entries(block.block_types ?? {}).flatMap(([name, inner]) =>
      pathsOf(inner.block).map((path) => `${name}.${path}`),
    ),
  ];
}

function pathsOfAttribute(
  name: string,
  { sensitive, nested_type: nested }: SchemaAttribute,
): readonly string[] {
  if (sensitive === true) return [name];
  return Object.entries(nested?.attributes ?? {}).flatMap(([inner, attribute]) =>
    pathsOfAttribute(inner, attribute).map((path) => `${name}.${path}`),
  );
}
