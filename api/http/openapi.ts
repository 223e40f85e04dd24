import { z } from 'zod';
import { errorCatalogue } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { takesIdempotencyKey } from './idempotency.ts';
import { describeParameter, describePathParameter, describeProperty } from './openapi/descriptions.ts';
import { findEnumeration } from './openapi/enumerations.ts';
import { inputName, portableSchema, schemaPrefix } from './openapi/portable-schema.ts';
import type { Direction, JsonSchema } from './openapi/portable-schema.ts';
import { queryParameterSchema } from './openapi/query-parameter.ts';
import { errorHeadersOf, headersOf, responseHeaders } from './openapi/response-headers.ts';
import type { HeaderName } from './openapi/response-headers.ts';
import { acceptsApiTokens } from './operation.ts';
import type { Operation } from './operation.ts';
import { isRecord } from './response/entity-tag.ts';

/**
 * Returns the OpenAPI 3.1 document of the operations. Schemas with an `id` in their metadata, request bodies
 * (`CreateApplicationBody`), lists (`ApplicationList`) and enumerations become components.
 * @throws Error when an operation id is used twice, a component name has two definitions, or a response has no name.
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
    info: { ...info, version },
    servers: [{ url: '/', description: 'The server that returned this document' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: components.toJSON(),
  };
}

const info = {
  title: 'Cloud inventory',
  summary: 'A multi-tenant inventory of cloud infrastructure',
  description:
    'The inventory of the AWS accounts of an organization: resources, their changes, relationships, owners and code.\n\n' +
    'Sign in with `POST /api/v1/auth/login` and send the access token as `Authorization: Bearer`. Lists are pages: send ' +
    '`next_cursor` as `cursor` for the next one. Times are ISO 8601 in UTC with milliseconds. Fields without a value are ' +
    'absent, not null.\n\n' +
    'Responses get further fields, and enumerations with `x-extensible-enum` further values, within v1: ignore the ones ' +
    'that you do not know. Request bodies with unknown fields are rejected.',
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  contact: { name: 'The operator of this installation' },
};

/** The body of every error response. */
const ErrorBody = z
  .object({
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().describe('Explains the error to a person'),
  })
  .meta({ id: 'ApiError', description: 'An error. Programs branch on `code`', examples: [errorExample()] });

function errorExample(): JsonSchema {
  return { code: 'not_found', message: errorCatalogue.not_found.message };
}

const securitySchemes = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `access_token` of a login, signup, refresh or accepted invitation. It is valid for 15 minutes. An ' +
      '`Authorization` header takes precedence over cookies.',
  },
  cookieAuth: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_at',
    description:
      'The access token as a cookie, set by the same operations. Requests that change data also need the header ' +
      '`X-CSRF-Token` with the value of the cookie `svc_csrf`; with the bearer credential it is not needed.',
  },
  apiTokenAuth: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token for programs, created with `POST /organization/api-tokens`. It has the permissions that were given to it. No ' +
      'CSRF token is needed.',
  },
  ingestTokenAuth: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token for CI pipelines, created with `POST /organization/ingest-tokens`. Operations below `/ingest` accept no ' +
      'other credential.',
  },
};

function describe(operation: Operation, components: Components): JsonSchema {
  const [status, schema, ...mediaTypes] = operation.success;
  const name = pascalCase(operation.id);
  const successOf = (responseSchema: z.ZodType) => ({
    description: 'Success',
    headers: components.headers(headersOf(operation)),
    ...(status === 302 ? {} : { content: contentOf(operation, [responseSchema, ...mediaTypes], components) }),
  });
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(operation.deprecated === undefined ? {} : { deprecated: true }),
    'x-permission': operation.access,
    security: securityOf(operation),
    parameters: [
      ...pathParameters(operation, components),
      ...queryParameters(operation, components),
      ...(takesIdempotencyKey(operation) ? [idempotencyParameter] : []),
      ...(isRecord(operation) ? [ifNoneMatchParameter] : []),
      ...(operation.versioned === undefined ? [] : [ifMatchParameter]),
    ],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            // A request without a body is validated like `{}`.
            required: !operation.body.safeParse({}).success,
            content: { 'application/json': { schema: components.body(`${name}Body`, operation.body) } },
          },
        }),
    responses: {
      [status]: successOf(schema),
      ...(isRecord(operation) ? { 304: notModified(components) } : {}),
      ...(operation.otherStatus === undefined
        ? {}
        : { [operation.otherStatus]: successOf(operation.otherSchema ?? schema) }),
      ...errorResponses(operation, components),
    },
  };
}

function contentOf(
  operation: Operation,
  [schema, ...declaredTypes]: readonly [schema: z.ZodType, ...mediaTypes: string[]],
  components: Components,
): JsonSchema {
  const mediaTypes = declaredTypes.length === 0 ? ['application/json'] : declaredTypes;
  return Object.fromEntries(
    mediaTypes.map((mediaType) => {
      if (mediaType === 'application/json')
        return [mediaType, { schema: components.response(operation.id, schema) }];
      const text = { schema: { type: 'string' } };
      if (operation.events === undefined) return [mediaType, text];
      // OpenAPI 3.1 has no schema for the events of a stream.
      const events = Object.entries(operation.events).map(([name, event]) => [
        name,
        components.inline(event, name, 'output'),
      ]);
      return [mediaType, { ...text, 'x-events': Object.fromEntries(events) }];
    }),
  );
}

function securityOf(operation: Operation): readonly JsonSchema[] {
  if (operation.access === 'public') return [];
  if (operation.access === 'ingest') return [{ ingestTokenAuth: [] }];
  const tokens = acceptsApiTokens(operation) && operation.callers !== 'users' ? [{ apiTokenAuth: [] }] : [];
  const cookies = operation.cookies === false ? [] : [{ cookieAuth: [] }];
  return [{ bearerAuth: [] }, ...tokens, ...cookies];
}

function pathParameters(operation: Operation, components: Components): readonly JsonSchema[] {
  const declared =
    operation.params === undefined ? {} : components.inline(operation.params, operation.id, 'input');
  const schemas = (declared['properties'] ?? {}) as Record<string, JsonSchema>;
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description, ...schema } = schemas[name] ?? { type: 'string', format: 'uuid' };
    return {
      name,
      in: 'path',
      required: true,
      description: description ?? describePathParameter(operation.path, name),
      schema,
    };
  });
}

function queryParameters(operation: Operation, components: Components): readonly JsonSchema[] {
  if (operation.query === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(operation.query, 'input').schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, declared]) => {
    const { schema: given, isRepeatable } = queryParameterSchema(declared);
    const { description, ...schema } = describeParameter(
      `${operation.id}.${name}`,
      components.publish(given, `${operation.id}.${name}`, 'input'),
      isRepeatable,
    );
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description,
      ...(isRepeatable ? { style: 'form', explode: true } : {}),
      schema,
    };
  });
}

const ifMatchParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `version` of the record that the client has read, in quotes. The response is `409 conflict` if the record was changed since',
  schema: { type: 'string', examples: ['"3"'] },
};

const ifNoneMatchParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of a response that the client has',
  schema: { type: 'string' },
};

function notModified(components: Components): JsonSchema {
  return {
    description: 'The record is the one of `If-None-Match`; without a body',
    headers: components.headers(['X-Request-Id', 'ETag']),
  };
}

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'For 24 hours, requests with the same key and body return the response of the first one',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Returns all error codes of an operation: the codes that follow from its declaration, and its declared `errors`. */
export function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['internal_error']);
  if (operation.access !== 'public') {
    for (const code of ['unauthorized', 'invalid_token', 'account_deactivated'] as const) codes.add(code);
    if (operation.access !== 'authenticated' && operation.access !== 'ingest') codes.add('forbidden');
    if (operation.method !== 'GET' && operation.access !== 'ingest' && operation.cookies !== false)
      codes.add('csrf_failed');
  }
  codes.add('validation_failed');
  if (operation.body !== undefined || operation.method === 'POST') codes.add('invalid_body');
  if (operation.path.includes('{')) codes.add('not_found');
  if (takesIdempotencyKey(operation) || operation.versioned !== undefined) codes.add('conflict');
  const isLimited = operation.limit !== undefined || operation.limits !== undefined;
  if (isLimited || acceptsApiTokens(operation)) codes.add('rate_limited');
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
      components.errorResponse(
        status,
        codes.filter((code) => errorCatalogue[code].status === status),
      ),
    ]),
  );
}

/** `components`: the schemas, headers and error responses that operations share. */
class Components {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #responses = new Map<string, JsonSchema>();
  readonly #headers = new Map<string, JsonSchema>();

  toJSON(): JsonSchema {
    return {
      schemas: sorted(this.#schemas),
      responses: sorted(this.#responses),
      headers: sorted(this.#headers),
      securitySchemes,
    };
  }

  /** Returns references to headers by their names. */
  headers(names: readonly HeaderName[]): JsonSchema {
    return Object.fromEntries(
      names.map((name) => {
        this.#headers.set(name, responseHeaders[name]);
        return [name, { $ref: `#/components/headers/${name}` }];
      }),
    );
  }

  /** Returns a `$ref` to the response of a status that carries one of the codes. */
  errorResponse(status: number, codes: readonly ErrorCode[]): JsonSchema {
    const name = codes.map(pascalCase).join('Or');
    this.#responses.set(name, {
      description: codes.map((one) => `\`${one}\`: ${errorCatalogue[one].message}`).join('\n\n'),
      headers: this.headers(errorHeadersOf(status, codes)),
      content: { 'application/json': { schema: this.inline(ErrorBody, 'ApiError', 'output') } },
    });
    return { $ref: `#/components/responses/${name}` };
  }

  /** Returns a `$ref` to the component of a body. */
  body(name: string, schema: z.ZodType): JsonSchema {
    const body = this.inline(schema, name, 'input');
    return '$ref' in body || body['type'] !== 'object' ? body : this.#refer(name, body);
  }

  /**
   * Returns a `$ref` to the component of a response: its own id, or `ScanList` for a list of `Scan`. @throws Error without a
   * name.
   */
  response(operationId: string, schema: z.ZodType): JsonSchema {
    const { id = listNameOf(schema) } = metadataOf(schema);
    if (id === undefined) throw new Error(`the response of ${operationId} has no name: add .meta({ id })`);
    const response = this.inline(schema, id, 'output');
    return '$ref' in response ? response : this.#refer(id, response);
  }

  /** Converts a schema; nested schemas with an id are added as components. */
  inline(schema: z.ZodType, path: string, direction: Direction): JsonSchema {
    const { schema: converted, definitions } = toJsonSchema(schema, direction);
    for (const [id, definition] of Object.entries(definitions)) {
      const name = direction === 'input' ? inputName(id) : id;
      this.#add(name, closeRecursive(name, this.publish(definition, id, direction)));
    }
    return this.publish(converted, path, direction);
  }

  /** Rewrites a converted schema; adds its enumerations. */
  publish(schema: JsonSchema, path: string, direction: Direction): JsonSchema {
    return portableSchema(schema, path, {
      direction,
      describe: describeProperty,
      enumerationOf: (values, name) => {
        const enumeration = findEnumeration(values, name);
        const { isFixed, description } = enumeration;
        const isInput = direction === 'input' && !isFixed;
        this.#add(isInput ? inputName(enumeration.name) : enumeration.name, {
          type: 'string',
          description,
          enum: enumeration.values,
          ...(isInput || isFixed ? {} : { 'x-extensible-enum': true }),
        });
        return enumeration;
      },
    });
  }

  #refer(name: string, definition: JsonSchema): JsonSchema {
    this.#add(name, definition);
    return { $ref: schemaPrefix + name };
  }

  #add(name: string, definition: JsonSchema): void {
    const existing = this.#schemas.get(name);
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(definition)) {
      throw new Error(`the component ${name} has two definitions`);
    }
    this.#schemas.set(name, definition);
  }
}

/** Converts a schema as Zod does: nested schemas with an id are `definitions`, and references to them `#/$defs/<id>`. */
function toJsonSchema(
  schema: z.ZodType,
  io: Direction,
): { readonly schema: JsonSchema; readonly definitions: Readonly<Record<string, JsonSchema>> } {
  // As a property, so that Zod replaces a schema that has an id by a reference, too.
  const { $defs = {}, properties = {} }: z.core.JSONSchema.BaseSchema = z.toJSONSchema(z.object({ schema }), {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return { schema: properties['schema'] as JsonSchema, definitions: $defs as Record<string, JsonSchema> };
}

/**
 * Closes a schema that contains itself with `unevaluatedProperties`, which means the same here: the Rust generator of OpenAPI
 * Generator boxes no field whose schema has `additionalProperties: false`, and a recursive type without a box does not compile.
 */
function closeRecursive(name: string, definition: JsonSchema): JsonSchema {
  const { additionalProperties, ...open } = definition;
  const isRecursive = JSON.stringify(open).includes(`"${schemaPrefix}${name}"`);
  return isRecursive && additionalProperties === false
    ? { ...open, unevaluatedProperties: false }
    : definition;
}

function metadataOf(schema: z.ZodType): { readonly id?: string | undefined } {
  return z.globalRegistry.get(schema) ?? {};
}

/** Returns the name of a list, from the id of its items. */
function listNameOf(schema: z.ZodType): string | undefined {
  const items =
    schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>)['items'] : undefined;
  if (!(items instanceof z.ZodArray)) return undefined;
  const { id } = metadataOf(items.element as z.ZodType);
  return id === undefined ? undefined : `${id}List`;
}

function sorted(components: ReadonlyMap<string, JsonSchema>): JsonSchema {
  return Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** `createScan` → `CreateScan`, `not_found` → `NotFound`. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
