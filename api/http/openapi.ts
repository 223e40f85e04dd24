import { z } from 'zod';
import { errorCatalogue } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { takesIdempotencyKey } from './idempotency.ts';
import type { Operation } from './operation.ts';

type JsonSchema = Record<string, unknown>;

/**
 * Returns the OpenAPI 3.1 document of the operations. Schemas with an `id` in their metadata, request bodies
 * (`CreateApplicationBody`) and unnamed responses (`ListApplicationsResponse`) become components.
 * @throws Error when an operation id is used twice, or a component name has two definitions.
 */
export function createOpenApiDocument(operations: readonly Operation[], version: string): JsonSchema {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  const ids = new Set<string>();
  for (const operation of operations) {
    if (ids.has(operation.id)) throw new Error(`the operation id ${operation.id} is used twice`);
    ids.add(operation.id);
    const path = (paths[`/api/v1${operation.path}`] ??= {});
    path[operation.method.toLowerCase()] = describe(operation, components);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cloud inventory', version },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: components.toJSON(),
  };
}

const errorSchema = {
  type: 'object',
  properties: { code: { type: 'string', enum: Object.keys(errorCatalogue) }, message: { type: 'string' } },
  required: ['code', 'message'],
  additionalProperties: false,
};

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `access_token` of a login, signup, refresh or accepted invitation. It is valid for 15 minutes. An ' +
      '`Authorization` header takes precedence over cookies.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_at',
    description:
      'The access token as a cookie, set by the same operations. Requests that change data also need the header ' +
      '`X-CSRF-Token` with the value of the cookie `svc_csrf`.',
  },
  ingestToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token for CI pipelines, created with `POST /organization/ingest-tokens`. Operations below `/ingest` accept no ' +
      'other credential.',
  },
};

function describe(operation: Operation, components: Components): JsonSchema {
  const [status, schema, ...declaredTypes] = operation.success;
  const mediaTypes = declaredTypes.length === 0 ? ['application/json'] : declaredTypes;
  const name = pascalCase(operation.id);
  const content = { schema: components.named(`${name}Response`, schema, 'output') };
  const text = { schema: { type: 'string' } };
  const success = {
    description: 'Success',
    content: Object.fromEntries(
      mediaTypes.map((mediaType) => [mediaType, mediaType === 'application/json' ? content : text]),
    ),
  };
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    'x-permission': operation.access,
    security: securityOf(operation),
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation, components),
      ...(takesIdempotencyKey(operation) ? [idempotencyParameter] : []),
      ...(errorCodesOf(operation).includes('csrf_failed') ? [csrfParameter] : []),
    ],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            // A request without a body is validated like `{}`.
            required: !operation.body.safeParse({}).success,
            content: {
              'application/json': { schema: components.named(`${name}Body`, operation.body, 'input') },
            },
          },
        }),
    responses: {
      [status]: success,
      ...(operation.otherStatus === undefined ? {} : { [operation.otherStatus]: success }),
      ...errorResponses(operation, components),
    },
  };
}

function securityOf(operation: Operation): readonly JsonSchema[] {
  if (operation.access === 'public') return [];
  return operation.access === 'ingest' ? [{ ingestToken: [] }] : [{ bearer: [] }, { cookie: [] }];
}

function pathParameters(operation: Operation): readonly JsonSchema[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: operation.params === undefined ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }));
}

function queryParameters(operation: Operation, components: Components): readonly JsonSchema[] {
  if (operation.query === undefined) return [];
  const { properties = {}, required = [] } = components.inline(operation.query, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'For 24 hours, requests with the same key and body return the response of the first one',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const csrfParameter = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  description: 'Required with the cookie credential: the value of the cookie `svc_csrf`',
  schema: { type: 'string' },
};

/** Returns all error codes of an operation: the codes that follow from its declaration, and its declared `errors`. */
export function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['internal_error']);
  if (operation.access !== 'public') {
    for (const code of ['unauthorized', 'invalid_token', 'account_deactivated'] as const) codes.add(code);
    if (operation.access !== 'authenticated' && operation.access !== 'ingest') codes.add('forbidden');
    if (operation.method !== 'GET' && operation.access !== 'ingest') codes.add('csrf_failed');
  }
  codes.add('validation_failed');
  if (operation.body !== undefined || operation.method === 'POST') codes.add('invalid_body');
  if (operation.path.includes('{')) codes.add('not_found');
  if (takesIdempotencyKey(operation)) codes.add('conflict');
  if (operation.limit !== undefined || operation.limits !== undefined) codes.add('rate_limited');
  for (const code of operation.errors ?? []) codes.add(code);
  codes.add('provider_unavailable');
  return [...codes];
}

function errorResponses(operation: Operation, components: Components): JsonSchema {
  const declared = new Set(errorCodesOf(operation));
  // In the catalogue's order, so that operations with the same codes share one component.
  const codes = (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => declared.has(code));
  const statuses = new Set(codes.map((code) => errorCatalogue[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      components.errorResponse(codes.filter((code) => errorCatalogue[code].status === status)),
    ]),
  );
}

/** `components`: the schemas and the error responses that operations share. */
class Components {
  readonly #schemas = new Map<string, JsonSchema>([['Error', errorSchema]]);
  readonly #responses = new Map<string, JsonSchema>();

  toJSON(): JsonSchema {
    return { schemas: sorted(this.#schemas), responses: sorted(this.#responses), securitySchemes };
  }

  /** Returns a `$ref` to the response of a status that carries one of the codes. */
  errorResponse(codes: readonly ErrorCode[]): JsonSchema {
    const name = codes.map(pascalCase).join('Or');
    this.#responses.set(name, {
      description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: `${schemaPrefix}Error` } } },
    });
    return { $ref: `#/components/responses/${name}` };
  }

  /** Returns a `$ref` to the component of an object schema: the schema's own id, else `name`. Other types are inlined. */
  named(name: string, schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const converted = this.inline(schema, io);
    if ('$ref' in converted || converted['type'] !== 'object') return converted;
    this.#add(name, converted);
    return { $ref: `${schemaPrefix}${name}` };
  }

  /** Converts a schema; nested schemas with an id are added as components. */
  inline(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // As a property, so that Zod replaces a schema that has an id by a reference, too.
    const { $defs = {}, properties } = withComponentRefs(
      z.toJSONSchema(z.object({ schema }), { target: 'draft-2020-12', io, unrepresentable: 'any' }),
    ) as { $defs?: Record<string, JsonSchema>; properties: { schema: JsonSchema } };
    for (const [name, definition] of Object.entries($defs)) this.#add(name, definition);
    return properties.schema;
  }

  #add(name: string, definition: JsonSchema): void {
    const existing = this.#schemas.get(name);
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(definition)) {
      throw new Error(`the component ${name} has two definitions`);
    }
    this.#schemas.set(name, definition);
  }
}

const schemaPrefix = '#/components/schemas/';

/** Replaces the local references that Zod writes (`#/$defs/Scan`) by references to components. */
function withComponentRefs(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', schemaPrefix) : inner,
  );
}

function sorted(components: ReadonlyMap<string, JsonSchema>): JsonSchema {
  return Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** `createScan` → `CreateScan`, `not_found` → `NotFound`. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
