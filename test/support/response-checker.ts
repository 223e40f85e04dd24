import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import type { Response } from 'express';
import { z } from 'zod';
import { errorCodesOf } from '../../api/http/openapi.ts';
import type { Operation } from '../../api/http/operation.ts';
import { localsOf } from '../../api/http/request/request-locals.ts';
import { CatalogueError } from '../../domain/errors.ts';
import { queryAsOwner } from './query-as-owner.ts';

/**
 * Validates every response of a test's API against the OpenAPI document: bodies against the response schema, without
 * additional fields, and error codes against the declared codes. Every successful mutation must write an audit entry.
 */
export interface ResponseChecker {
  onResponse(operation: Operation, body: unknown, response: Response): void;
  onError(operation: Operation, error: unknown): void;
  /** Reads the audit entries from the database. @throws Error that lists all mismatches of the test file. */
  report(databaseUrl: string): Promise<void>;
}

export function createResponseChecker(): ResponseChecker {
  const problems = new Set<string>();
  const audited = new Map<string, Operation>();
  return {
    onResponse(operation, body, response) {
      const replayed = response.getHeader('Idempotent-Replayed') !== undefined;
      const { isUnchanged = false } = localsOf(response);
      if (operation.audit !== undefined && !replayed && !isUnchanged) {
        audited.set(String(response.getHeader('X-Request-Id')), operation);
      }
      const check = checkerFor(schemaOf(operation, response.statusCode));
      const json: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
      if (check(json)) return;
      const details = (check.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
      problems.add(`${operation.method} ${operation.path} ${response.statusCode}: ${details.join('; ')}`);
    },
    onError(operation, error) {
      const code = error instanceof CatalogueError ? error.code : 'internal_error';
      if (errorCodesOf(operation).includes(code)) return;
      problems.add(`${operation.method} ${operation.path}: does not declare ${code}`);
    },
    async report(databaseUrl) {
      for (const [requestId, operation] of await withoutAuditEntry(databaseUrl, audited)) {
        problems.add(`${operation.method} ${operation.path}: request ${requestId} wrote no audit entry`);
      }
      if (problems.size === 0) return;
      throw new Error(`Responses that do not match the OpenAPI document:\n  ${[...problems].join('\n  ')}`);
    },
  };
}

async function withoutAuditEntry(
  databaseUrl: string,
  audited: ReadonlyMap<string, Operation>,
): Promise<readonly (readonly [string, Operation])[]> {
  if (audited.size === 0) return [];
  const rows = await queryAsOwner<{ request_id: string }>(
    databaseUrl,
    "select distinct request_id from audit_entries where outcome = 'success' and request_id = any($1)",
    [[...audited.keys()]],
  );
  const found = new Set(rows.map((row) => row.request_id));
  return [...audited].filter(([requestId]) => !found.has(requestId));
}

/** One instance for all operations, because each instance compiles the meta-schema again. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const checks = new WeakMap<z.ZodType, ValidateFunction>();

function schemaOf({ success: [, schema], otherStatus, otherSchema }: Operation, status: number): z.ZodType {
  return status === otherStatus && otherSchema !== undefined ? otherSchema : schema;
}

function checkerFor(schema: z.ZodType): ValidateFunction {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const published = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'output', unrepresentable: 'any' });
  const check = ajv.compile(published);
  checks.set(schema, check);
  return check;
}
