import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { z } from 'zod';
import { errorCodesOf } from '../../api/http/openapi.ts';
import type { Operation } from '../../api/http/operation.ts';
import { CatalogueError } from '../../domain/errors.ts';

/**
 * Holds every answer of a test's API against its declaration, as the OpenAPI document publishes it: the body
 * against the schema, no field more, and the code of a refusal against the declared ones.
 */
export interface AnswerChecker {
  onAnswer(operation: Operation, status: number, body: unknown): void;
  onRefusal(operation: Operation, error: unknown): void;
  /** @throws Error with what did not match, once the test file is over. */
  report(): void;
}

export function createAnswerChecker(): AnswerChecker {
  const problems = new Set<string>();
  return {
    onAnswer(operation, status, body) {
      const check = checkerFor(operation);
      const json: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
      if (check(json)) return;
      const details = (check.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
      problems.add(`${operation.method} ${operation.path} ${status}: ${details.join('; ')}`);
    },
    onRefusal(operation, error) {
      const code = error instanceof CatalogueError ? error.code : 'internal_error';
      if (errorCodesOf(operation).includes(code)) return;
      problems.add(`${operation.method} ${operation.path}: does not declare ${code}`);
    },
    report() {
      if (problems.size === 0) return;
      throw new Error(`Answers that do not match their declaration:\n  ${[...problems].join('\n  ')}`);
    },
  };
}

const checks = new WeakMap<Operation, ValidateFunction>();

function checkerFor(operation: Operation): ValidateFunction {
  const known = checks.get(operation);
  if (known !== undefined) return known;
  const [, schema] = operation.success;
  const published = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'output', unrepresentable: 'any' });
  const check = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(published);
  checks.set(operation, check);
  return check;
}
