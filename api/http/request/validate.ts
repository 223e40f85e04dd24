import type { z } from 'zod';
import { errors } from '../../../domain/errors.ts';
import { plainMessage } from './plain-message.ts';

/**
 * Parses a value with a schema. `whole` is the field name for an error of the value itself.
 * @throws CatalogueError `validation_failed` for the first invalid field in the order of the schema; unknown fields
 * come last, nested fields are written with dots.
 */
export function validate<T extends z.ZodType>(schema: T, value: unknown, whole: string): z.output<T> {
  const invalid = findInvalidText(value, []);
  if (invalid !== undefined) throw errors.validationFailed(invalid.path.join('.') || whole, invalid.reason);
  const result = schema.safeParse(value, { error: plainMessage });
  if (result.success) return result.data;
  const issue = resolveUnion(firstIssue(result.error.issues));
  const isRepeated = whole === 'query' && isRepeatedParameter(issue, value);
  throw errors.validationFailed(
    fieldOf(issue, whole),
    isRepeated ? 'must be given once' : reasonOf(issue, value),
  );
}

type Issue = z.core.$ZodIssue | undefined;

function firstIssue(issues: readonly z.core.$ZodIssue[]): Issue {
  return issues.find(({ code }) => code !== 'unrecognized_keys') ?? issues[0];
}

/** Returns the issue of the alternative of a union that accepts the type of the value, with its path from the root. */
function resolveUnion(issue: Issue): Issue {
  if (issue?.code !== 'invalid_union') return issue;
  const alternatives = issue.errors.map((issues) => resolveUnion(firstIssue(issues)));
  const found = alternatives.find((inner) => inner !== undefined && !isOtherType(inner));
  return found === undefined ? issue : { ...found, path: [...issue.path, ...found.path] };
}

function isOtherType({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

function fieldOf(issue: Issue, whole: string): string {
  if (issue === undefined) return whole;
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return path.map(String).join('.') || whole;
}

function reasonOf(issue: Issue, value: unknown): string {
  if (issue === undefined) return 'is invalid';
  if (issue.code === 'unrecognized_keys') return 'is not a known field';
  if (issue.code !== 'custom' && valueAt(value, issue.path) === undefined) return 'is required';
  if (issue.code === 'invalid_union') return lowerFirst(issue.errors.at(0)?.at(0)?.message ?? 'is invalid');
  return lowerFirst(issue.message);
}

/** Whether a parameter that takes one value was given several times, which makes it an array. */
function isRepeatedParameter(issue: Issue, value: unknown): boolean {
  return issue?.path.length === 1 && issue.code !== 'too_big' && Array.isArray(valueAt(value, issue.path));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

interface InvalidText {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

const maximumDepth = 32;

/**
 * Finds text that Postgres cannot store (NUL, lone surrogates), the key `__proto__`, and too deep nesting. `path` is
 * restored before it returns `undefined`; it is not copied for each value, because a body can have 300,000 of them.
 */
function findInvalidText(value: unknown, path: (string | number)[]): InvalidText | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return { path, reason: 'must not contain NUL characters' };
    return isWellFormed(value) ? undefined : { path, reason: 'must be well-formed Unicode' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= maximumDepth) return { path: path.slice(0, 3), reason: 'is nested too deeply' };
  return Array.isArray(value) ? findInItems(value, path) : findInFields(value, path);
}

function findInItems(items: readonly unknown[], path: (string | number)[]): InvalidText | undefined {
  for (const [index, item] of items.entries()) {
    path.push(index);
    const invalid = findInvalidText(item, path);
    if (invalid !== undefined) return invalid;
    path.pop();
  }
  return undefined;
}

function findInFields(fields: object, path: (string | number)[]): InvalidText | undefined {
  for (const [key, child] of Object.entries(fields)) {
    if (key === '__proto__') return { path: [...path, key], reason: 'is not a known field' };
    if (key.includes('\0') || !isWellFormed(key))
      return { path, reason: 'must have well-formed field names' };
    path.push(key);
    const invalid = findInvalidText(child, path);
    if (invalid !== undefined) return invalid;
    path.pop();
  }
  return undefined;
}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}
