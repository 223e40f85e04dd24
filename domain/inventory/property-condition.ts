import type { Json } from '../json/json.ts';
import { dayMs, hourMs, minuteMs } from '../time.ts';

/** A step of a path: a key of an object, or `undefined` for each element of an array. */
export type PropertyStep = string | undefined;

export const orderOperators = ['<', '<=', '>', '>='] as const;
export type OrderOperator = (typeof orderOperators)[number];

/** A condition on a value in the configuration of a resource. */
export type PropertyCondition =
  /** The values at the path are compared. `=` and `!=` can have several values. */
  | {
      readonly kind: 'compare';
      readonly path: readonly PropertyStep[];
      readonly operator: '=' | '!=' | '~' | OrderOperator;
      readonly values: readonly PropertyValue[];
    }
  | { readonly kind: 'exists' | 'missing'; readonly path: readonly PropertyStep[] }
  /** One of the values at the path meets all conditions. */
  | {
      readonly kind: 'element';
      readonly path: readonly PropertyStep[];
      readonly conditions: readonly PropertyCondition[];
    }
  /** All conditions of one of the groups are met. */
  | { readonly kind: 'any'; readonly groups: readonly (readonly PropertyCondition[])[] };

/** A value of a condition, with everything that it can be compared as. */
export interface PropertyValue {
  readonly text: string;
  /** The JSON value that the text reads as: a boolean, null or a number. */
  readonly json?: Json;
  /** The text of a JSON number. */
  readonly number?: string;
  /** ISO 8601, in UTC. */
  readonly time?: string;
  /** The numbers of a version such as `8.0.35`, without zeros at the end. */
  readonly version?: readonly number[];
}

/** A fault in the text of a condition. `position` counts characters from 1. */
export class PropertyFault extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(`${message} at character ${position}`);
    this.position = position;
  }
}

const maximumDepth = 3;
const maximumSteps = 20;
const maximumValues = 50;
const maximumConditions = 10;
const maximumGroups = 10;

/**
 * Reads a condition such as `Runtime=nodejs14.x|python3.7`, `Listeners[].Protocol!=HTTPS` or
 * `IpPermissions[]{FromPort<=22;IpRanges[].CidrIp=0.0.0.0/0}`. The syntax is in docs/api/queries.md.
 *
 * @param now - the time of `now-90d`
 * @throws PropertyFault
 */
export function parsePropertyCondition(text: string, now: Date): PropertyCondition {
  const reader = { text, at: 0, now };
  const condition = readCondition(reader, 0);
  if (reader.at < text.length) throw faultAt(reader, 'expected the end');
  return condition;
}

/** Reads a path such as `Listeners[].Protocol`. @throws PropertyFault */
export function parsePropertyPath(text: string): readonly PropertyStep[] {
  const reader = { text, at: 0, now: new Date(0) };
  const path = readPath(reader);
  if (reader.at < text.length) throw faultAt(reader, 'expected the end');
  return path;
}

interface Reader {
  readonly text: string;
  at: number;
  readonly now: Date;
}

function faultAt(reader: Reader, message: string): PropertyFault {
  return new PropertyFault(reader.at + 1, message);
}

/** Moves behind a text, if it is next. */
function take(reader: Reader, text: string): boolean {
  if (!reader.text.startsWith(text, reader.at)) return false;
  reader.at += text.length;
  return true;
}

function readCondition(reader: Reader, depth: number): PropertyCondition {
  if (take(reader, '{')) {
    const groups = [readBraces(reader, depth)];
    while (take(reader, '|')) {
      if (!take(reader, '{')) throw faultAt(reader, 'expected { after |');
      groups.push(readBraces(reader, depth));
    }
    if (groups.length > maximumGroups)
      throw faultAt(reader, `more than ${maximumGroups} alternatives in braces`);
    return { kind: 'any', groups };
  }
  const path = readPath(reader);
  if (take(reader, '{')) {
    if (path.at(-1) !== undefined) throw faultAt(reader, 'expected [] before the brace');
    return { kind: 'element', path, conditions: readBraces(reader, depth) };
  }
  if (take(reader, ':')) {
    for (const kind of ['exists', 'missing'] as const) if (take(reader, kind)) return { kind, path };
    throw faultAt(reader, 'expected exists or missing');
  }
  const operator = (['!=', '<=', '>=', '=', '<', '>', '~'] as const).find((sign) => take(reader, sign));
  if (operator === undefined)
    throw faultAt(reader, 'expected an operator: =, !=, <, <=, >, >=, ~, :exists or :missing');
  const hasAlternatives = operator === '=' || operator === '!=';
  const values = [readValue(reader, depth > 0, hasAlternatives)];
  while (hasAlternatives && take(reader, '|')) values.push(readValue(reader, depth > 0, true));
  if (values.length > maximumValues) throw faultAt(reader, `more than ${maximumValues} values`);
  return { kind: 'compare', path, operator, values };
}

/** Reads the conditions behind an opening brace, and the closing one. */
function readBraces(reader: Reader, depth: number): readonly PropertyCondition[] {
  if (depth >= maximumDepth) throw faultAt(reader, `more than ${maximumDepth} braces in each other`);
  const conditions = [];
  do conditions.push(readCondition(reader, depth + 1));
  while (take(reader, ';'));
  if (!take(reader, '}')) throw faultAt(reader, 'expected ; or }');
  if (conditions.length > maximumConditions)
    throw faultAt(reader, `more than ${maximumConditions} conditions in braces`);
  return conditions;
}

/** Reads keys that are divided by dots, with `[]` behind those whose elements are meant. */
function readPath(reader: Reader): readonly PropertyStep[] {
  const path: PropertyStep[] = [];
  do {
    path.push(readKey(reader));
    while (take(reader, '[]')) path.push(undefined);
  } while (take(reader, '.'));
  if (path.length > maximumSteps) throw faultAt(reader, `more than ${maximumSteps} steps`);
  return path;
}

const endOfKey = /[.[\]{};"=!<>~|]|:(?:exists|missing)/g;

function readKey(reader: Reader): string {
  const { text, at } = reader;
  if (take(reader, '"')) {
    const end = text.indexOf('"', reader.at);
    if (end === -1) throw faultAt(reader, 'expected a closing quote after the key');
    reader.at = end + 1;
    return text.slice(at + 1, end);
  }
  endOfKey.lastIndex = at;
  reader.at = endOfKey.exec(text)?.index ?? text.length;
  if (reader.at === at) throw faultAt(reader, 'expected a key');
  return text.slice(at, reader.at);
}

/** Reads to the end, or to a separator. A backslash before a separator makes it a character of the value. */
function readValue(reader: Reader, isInBraces: boolean, hasAlternatives: boolean): PropertyValue {
  const separators = `${isInBraces ? ';}' : ''}${hasAlternatives ? '|' : ''}`;
  const { text } = reader;
  let value = '';
  for (; reader.at < text.length; reader.at += 1) {
    const character = text.charAt(reader.at);
    if (separators.includes(character)) break;
    const isEscape = character === '\\' && '|;}'.includes(text.charAt(reader.at + 1) || ' ');
    if (isEscape) reader.at += 1;
    value += text.charAt(reader.at);
  }
  return valueOf(value, reader);
}

const literals: ReadonlyMap<string, Json> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** As JSON has it, of a size that a `numeric` of Postgres holds. */
const jsonNumber = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?$/;
/** Also patterns of Postgres. */
export const isoTimePattern =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const timeZone = /(?:Z|[+-]\d{2}:?\d{2})$/;
const relativeTime = /^now(?:-(\d{1,5})([mhdw]))?$/;
export const versionPattern = /^[vV]?(\d{1,9}(?:\.\d{1,9}){0,9})(?:[-+._][A-Za-z][\w.+-]{0,60})?$/;
const unitMilliseconds: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs };

function valueOf(text: string, { now }: Reader): PropertyValue {
  const isNumber = jsonNumber.test(text);
  const time = timeOf(text, now);
  const numbers = versionOf(text);
  return {
    text,
    ...(isNumber ? { json: Number(text), number: text } : {}),
    ...(literals.has(text) ? { json: literals.get(text) ?? null } : {}),
    ...(time === undefined ? {} : { time }),
    ...(numbers === undefined ? {} : { version: numbers }),
  };
}

/** Returns a time in ISO 8601, for an ISO time, or `now` with a distance in minutes, hours, days or weeks. */
function timeOf(text: string, now: Date): string | undefined {
  const [, count = '0', unit = 'm'] = relativeTime.exec(text) ?? [];
  const time = relativeTime.test(text)
    ? new Date(now.getTime() - Number(count) * (unitMilliseconds[unit] ?? 0))
    : isoTimePattern.test(text)
      ? new Date(text.includes('T') && !timeZone.test(text) ? `${text}Z` : text)
      : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function versionOf(text: string): readonly number[] | undefined {
  const numbers = versionPattern.exec(text)?.[1]?.split('.').map(Number);
  while (numbers !== undefined && numbers.length > 1 && numbers.at(-1) === 0) numbers.pop();
  return numbers;
}
