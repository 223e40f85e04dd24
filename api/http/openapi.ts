import { z } from 'zod';
import { errorCatalogue } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { takesIdempotencyKey } from './idempotency.ts';
import { operationIdOf } from './operation.ts';
import type { Operation } from './operation.ts';

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 document, from the same declarations that route and validate. */
export function createOpenApiDocument(operations: readonly Operation[], version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = (paths[`/api/v1${operation.path}`] ??= {});
    path[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cloud inventory', version },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: { Error: errorSchema }, securitySchemes },
  };
}

const errorSchema = {
  type: 'object',
  properties: { code: { type: 'string', enum: Object.keys(errorCatalogue) }, message: { type: 'string' } },
  required: ['code', 'message'],
  additionalProperties: false,
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'svc_at' },
  ingestToken: { type: 'http', scheme: 'bearer' },
};

function describe(operation: Operation): JsonSchema {
  const [status, schema, mediaType = 'application/json'] = operation.success;
  return {
    operationId: operationIdOf(operation),
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    'x-permission': operation.access,
    security: securityOf(operation),
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation),
      ...(takesIdempotencyKey(operation) ? [idempotencyParameter] : []),
    ],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(operation.body, 'input') } },
          },
        }),
    responses: {
      [status]: { description: 'Success', content: { [mediaType]: { schema: toSchema(schema, 'output') } } },
      ...errorResponses(operation),
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

function queryParameters(operation: Operation): readonly JsonSchema[] {
  if (operation.query === undefined) return [];
  const { properties = {}, required = [] } = toSchema(operation.query, 'input') as {
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
  description:
    'Repeats of a request with the same key and body are answered with the first answer, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The codes that every operation of its kind can answer with, then its own. */
export function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['internal_error']);
  if (operation.access !== 'public') {
    for (const code of ['unauthorized', 'invalid_token', 'account_deactivated'] as const) codes.add(code);
    if (operation.access !== 'authenticated' && operation.access !== 'ingest') codes.add('forbidden');
    if (operation.method !== 'GET' && operation.access !== 'ingest') codes.add('csrf_failed');
  }
  codes.add('validation_failed');
  if (operation.body !== undefined) codes.add('invalid_body');
  if (operation.path.includes('{')) codes.add('not_found');
  if (takesIdempotencyKey(operation)) codes.add('conflict');
  if (operation.limit !== undefined) codes.add('rate_limited');
  for (const code of operation.errors ?? []) codes.add(code);
  codes.add('provider_unavailable');
  return [...codes];
}

function errorResponses(operation: Operation): JsonSchema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(operation)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return rest;
}
