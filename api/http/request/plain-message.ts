import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/**
 * Returns what a value must be, in plain language, for an issue of a schema that states no message of its own. It follows the
 * name of the field: `name: must not be empty`.
 */
export function plainMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'has the wrong type';
    case 'invalid_value':
      return `must be ${alternatives(issue.values.map(String))}`;
    case 'too_small':
      return sizeMessage(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return sizeMessage(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'invalid_format':
      return formatMessage(issue.format, issue.input);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'is not a known field';
    case 'invalid_key':
      return 'has an invalid key';
    default:
      return 'is invalid';
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
};

const maximumAlternatives = 20;

function alternatives(values: readonly string[]): string {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const more = values.length - maximumAlternatives;
  return `one of ${values.slice(0, maximumAlternatives).join(', ')}${more > 0 ? ` and ${more} others` : ''}`;
}

const units: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'entries',
  record: 'entries',
};

function sizeMessage(origin: string, size: number | bigint, comparison: string): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${comparison} ${size}`;
  if (comparison === 'at least' && Number(size) === 1) return 'must not be empty';
  return `must have ${comparison} ${size} ${Number(size) === 1 ? unit.slice(0, -1) : unit}`;
}

const formats: Readonly<Record<string, string>> = {
  guid: 'must be a UUID',
  uuid: 'must be a UUID',
  email: 'must be an email address',
  url: 'must be a URL',
  date: 'must be a date, such as 2026-01-31',
  datetime: 'must be a time in ISO 8601 with an offset from UTC, such as 2026-01-31T12:00:00Z',
};

/** A time whose `+` was sent unescaped in a query, where it means a space. */
const timeWithSpace = /^\d{4}-\d\d-\d\dT[\d:.]{1,20} \d\d:?\d\d$/;

function formatMessage(format: string, input: unknown): string {
  if (format === 'datetime' && typeof input === 'string' && timeWithSpace.test(input))
    return 'has a space in place of its +: write + as %2B in a URL';
  return formats[format] ?? 'has an invalid form';
}
