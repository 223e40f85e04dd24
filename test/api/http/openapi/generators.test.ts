import test from 'ava';
import { createOpenApiDocument } from '../../../../api/http/openapi.ts';
import { enumerations } from '../../../../api/http/openapi/enumerations.ts';
import { propertyDescriptions } from '../../../../api/http/openapi/property-descriptions.ts';
import { operations } from '../../../../api/operations.ts';

/** Rules that keep the generators of clients working. `npm run test:clients` runs the generators themselves. */

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
}

interface PublishedOperation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const document = JSON.parse(JSON.stringify(createOpenApiDocument(operations, '1.2.3'))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const { schemas } = document.components;
const published = Object.values(document.paths).flatMap((path) => Object.values(path));
const parameters = published.flatMap((operation) =>
  operation.parameters.map((parameter) => ({
    ...parameter,
    at: `${operation.operationId}.${parameter.name}`,
  })),
);

/** Returns the schema and all schemas in it, with their places. */
function nested(schema: Schema, at: string): readonly { readonly schema: Schema; readonly at: string }[] {
  const inner = (value: unknown, place: string) =>
    typeof value === 'object' && value !== null ? nested(value as Schema, place) : [];
  return [
    { schema, at },
    ...Object.entries((schema['properties'] ?? {}) as Schema).flatMap(([name, value]) =>
      inner(value, `${at}.${name}`),
    ),
    ...inner(schema['items'], `${at}[]`),
    ...inner(schema['additionalProperties'], `${at}{}`),
    ...((schema['anyOf'] ?? []) as Schema[]).flatMap((value) => inner(value, at)),
  ];
}

const all = [
  ...Object.entries(schemas).flatMap(([name, schema]) => nested(schema, name)),
  ...parameters.flatMap(({ schema, at }) => nested(schema, at)),
];

const placesOf = (matches: (schema: Schema) => boolean) =>
  all.filter(({ schema }) => matches(schema)).map(({ at }) => at);

/** Returns the names of the components that a schema refers to, directly or through others. */
function reached(schema: unknown, names = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (names.has(name)) continue;
    names.add(name);
    reached(schemas[name], names);
  }
  return names;
}

test('account_id is a filter wherever aws_account_id is, and lists for people name the account', (t) => {
  const withFilter = (name: string) =>
    parameters.filter((parameter) => parameter.name === name && parameter.in === 'query').map(({ at }) => at);
  const byId = withFilter('aws_account_id').map((at) => at.replace('aws_account_id', 'account_id'));
  t.true(byId.length > 5);
  t.deepEqual(
    byId.filter((at) => !withFilter('account_id').includes(at)),
    [],
  );
  const named = ['Change', 'CoverageCell', 'Drift', 'ExtractionRun', 'IngestionHealth', 'ScanTask'];
  for (const name of named) {
    const { required = [], properties = {} } = schemas[name] as { required?: string[]; properties?: Schema };
    t.true(required.includes('account_id') && 'account_name' in properties, name);
  }
});

test('a pattern is never beside a format, and a boolean is never a constant or two texts', (t) => {
  t.deepEqual(
    placesOf((schema) => 'format' in schema && 'pattern' in schema),
    [],
  );
  t.deepEqual(
    placesOf(({ const: value }) => typeof value === 'boolean'),
    [],
  );
  t.deepEqual(
    placesOf(({ enum: values }) => JSON.stringify(values) === '["true","false"]'),
    [],
  );
});

test('every number has a format and bounds that fit it', (t) => {
  const isNumber = ({ type }: Schema) => [type].flat().some((one) => one === 'integer' || one === 'number');
  t.true(placesOf(isNumber).length > 100);
  t.deepEqual(
    placesOf((schema) => isNumber(schema) && !/^(int32|int64|double)$/.test(String(schema['format']))),
    [],
  );
  t.deepEqual(
    placesOf(({ maximum }) => Number(maximum ?? 0) >= Number.MAX_SAFE_INTEGER),
    [],
  );
});

test('a nullable value is a list of types, or a reference or null', (t) => {
  const isNull = ({ type }: Schema) => type === 'null';
  const unions = all.flatMap(({ schema, at }) =>
    Array.isArray(schema['anyOf']) && (schema['anyOf'] as Schema[]).some(isNull)
      ? [{ others: (schema['anyOf'] as Schema[]).filter((branch) => !isNull(branch)), at }]
      : [],
  );
  t.deepEqual(
    unions
      .filter(({ others }) => others.length === 1 && others.every(({ $ref }) => $ref === undefined))
      .map(({ at }) => at),
    [],
  );
  t.true(placesOf(({ type }) => Array.isArray(type) && type.includes('null')).length > 20);
});

test('a query parameter is a boolean, a value, or an array in exploded form; none is a union', (t) => {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  t.deepEqual(
    query.filter(({ schema }) => 'anyOf' in schema || 'oneOf' in schema).map(({ at }) => at),
    [],
  );
  const arrays = query.filter(({ schema }) => schema['type'] === 'array');
  t.true(arrays.length > 50);
  t.deepEqual(
    arrays.filter(({ style, explode }) => style !== 'form' || explode !== true).map(({ at }) => at),
    [],
  );
  t.is(query.find(({ at }) => at === 'listResources.include_deleted')?.schema['type'], 'boolean');
  t.deepEqual(query.find(({ at }) => at === 'listIacProjects.environment_id')?.schema['items'], {
    type: 'string',
    format: 'uuid',
  });
});

test('every enumeration has a name', (t) => {
  const names = new Set(enumerations.flatMap(({ name }) => [name, `${name}Input`]));
  t.deepEqual(
    placesOf(({ enum: values }) => values !== undefined).filter(
      (at) => !names.has(at) && schemas[at] === undefined,
    ),
    [],
  );
  t.deepEqual(
    [...names].filter(
      (name) =>
        names.has(`${name}Input`) && schemas[name] === undefined && schemas[`${name}Input`] === undefined,
    ),
    [],
  );
});

test('an enumeration that may grow is marked, and no request accepts it', (t) => {
  t.true(schemas['ScanStatus']?.['x-extensible-enum']);
  t.is(schemas['ScanStatusInput']?.['x-extensible-enum'], undefined);
  const requests = published.flatMap(({ requestBody, parameters: list }) => [requestBody ?? {}, ...list]);
  const accepted = reached(requests);
  t.true(accepted.has('ScanStatusInput'));
  t.deepEqual(
    [...accepted].filter((name) => schemas[name]?.['x-extensible-enum'] === true),
    [],
  );
});

test('responses accept further properties, and bodies do not', (t) => {
  const bodies = new Set(reached(published.map(({ requestBody }) => requestBody ?? {})));
  const isClosed = ({ additionalProperties, unevaluatedProperties }: Schema) =>
    additionalProperties === false || unevaluatedProperties === false;
  t.deepEqual(
    Object.keys(schemas).filter(
      (name) => !bodies.has(name) && nested(schemas[name] ?? {}, name).some(({ schema }) => isClosed(schema)),
    ),
    [],
  );
  t.is(schemas['ConditionExpressionInput']?.['unevaluatedProperties'], false);
  const objects = [...bodies].filter((name) => schemas[name]?.['properties'] !== undefined);
  t.true(objects.length > 40);
  t.deepEqual(
    objects.filter((name) => !isClosed(schemas[name] ?? {})),
    [],
  );
});

/**
 * Names that a language, its runtime or a common framework defines, so that a generated class of the name hides it or does not
 * compile: JavaScript, Java and C# (`java.lang`, `System`), Python, Go, Rust, Swift, Kotlin, and types of generated clients.
 */
const takenNames = new Set(
  `any array boolean buffer bytes blob byte character class client condition configuration console data date decimal
  deprecated dictionary double duration enum environment error event exception exit file float function future headers
  instant int integer iterable iterator list locale locale lock long map math method model module mutex none nil null number
  object operation option optional override package path permission process promise proxy queue range record request
  response result role run runtime sequence session set short signal some static stream string symbol system task thread
  throwable time timer tuple type uint unit url uuid vec void`.split(/\s+/),
);

test('no schema has a name that a language or a runtime defines', (t) => {
  t.deepEqual(
    Object.keys(schemas).filter((name) => takenNames.has(name.toLowerCase())),
    [],
  );
});

test('no two schemas have names that differ in case only, and none has the name that a generator gives to an inline object', (t) => {
  const names = Object.keys(schemas).map((name) => name.toLowerCase());
  t.is(new Set(names).size, names.length);
  const given = all
    .filter(({ schema }) => [schema['type']].flat().includes('object') && 'properties' in schema)
    .filter(({ at }) => /[.[{]/.test(at))
    .flatMap(({ at }) => {
      const name = at.replaceAll(/[^a-zA-Z0-9]/g, '').toLowerCase();
      return at.endsWith(']') || at.endsWith('}') ? [name, `${name}item`] : [name];
    })
    .map((name) => name.replaceAll('_', ''));
  t.true(given.length > 30);
  t.deepEqual(
    given.filter((name) => names.includes(name)),
    [],
  );
});

test('every operation, parameter and property has a description', (t) => {
  const isText = (text: unknown) => typeof text === 'string' && /^\S.{2,}$/s.test(text);
  t.deepEqual(
    published.filter(({ description }) => !isText(description)).map(({ operationId }) => operationId),
    [],
  );
  t.deepEqual(
    parameters.filter(({ description }) => !isText(description)).map(({ at }) => at),
    [],
  );
  t.deepEqual(
    all
      .flatMap(({ schema, at }) =>
        Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>).map(
          ([name, property]) => [`${at}.${name}`, property['description']] as const,
        ),
      )
      .filter(([, description]) => !isText(description))
      .map(([at]) => at),
    [],
  );
});

test('every description by name is the one of a property or parameter', (t) => {
  const used = new Set([
    ...all.flatMap(({ schema }) => Object.keys((schema['properties'] ?? {}) as Schema)),
    ...parameters.map(({ name }) => name),
  ]);
  t.deepEqual(
    Object.keys(propertyDescriptions).filter((path) => !used.has(path.slice(path.lastIndexOf('.') + 1))),
    [],
  );
});
