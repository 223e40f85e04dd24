import { z } from 'zod';
import type { Request } from 'express';
import { errors } from '../../../domain/errors.ts';
import type { Operation } from '../operation.ts';
import { parseUntrusted } from './parse-untrusted.ts';
import { readJsonBody } from './read-body.ts';
import type { RequestContext } from './request-context.ts';
import { localsOf } from './request-locals.ts';
import { id } from '../schemas.ts';
import { validate } from './validate.ts';

/** The validated input of an operation. */
export interface Input {
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Reads the body, then validates path, query and body.
 * @throws CatalogueError `not_found` for a malformed id in the path, `invalid_body`, `validation_failed`.
 */
export async function readInput({ operation, request, response }: RequestContext): Promise<Input> {
  const params = readParams(operation, request);
  const schema = bodySchemaOf(operation);
  const readsBody = schema !== undefined && (operation.bodyKind ?? 'json') === 'json';
  const body = readsBody ? await readJsonBody(request, response, operation.bodyLimit) : undefined;
  localsOf(response).bodyEndedAt = performance.now();
  return {
    params,
    query: readQuery(operation, request),
    body: readsBody ? readBody(operation, validate(schema, body, 'body')) : undefined,
  };
}

const noParameters = z.strictObject({});
const noFields = z.strictObject({});

/** A POST without a declared body accepts an empty object, or no body. */
function bodySchemaOf({ body, method }: Operation): z.ZodType | undefined {
  return body ?? (method === 'POST' ? noFields : undefined);
}

function readBody({ body }: Operation, validated: unknown): unknown {
  return body === undefined ? undefined : validated;
}

function readQuery({ query }: Operation, request: Request): unknown {
  if (query === undefined && !request.url.includes('?')) return undefined;
  const given = parseUntrusted('query', () => ({ ...request.query }));
  const validated = validate(query ?? noParameters, given, 'query');
  return query === undefined ? undefined : validated;
}

/** Returns the path parameters. A malformed id is reported as an unknown one. */
function readParams(operation: Operation, request: Request): Record<string, string> {
  const params = request.params as Record<string, string>;
  if (operation.params !== undefined) {
    const parsed = operation.params.safeParse(params);
    if (!parsed.success) throw errors.notFound();
    return parsed.data as Record<string, string>;
  }
  if (!Object.values(params).every((value) => id.safeParse(value).success)) throw errors.notFound();
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.toLowerCase()]));
}
