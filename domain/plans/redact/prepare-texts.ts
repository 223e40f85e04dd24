import type { MutableJson } from '../../json/json.ts';
import { setOwn } from '../../json/path.ts';
import { isObject } from '../../json/json.ts';

/**
 * Patterns of credentials run on this many characters of a text. They are more than the longest stored text and the longest
 * form of a known secret that begins in it. On several MB, the expressions exceed the stack.
 */
const maximumRead = 64 * 1024;
const maximumJsonLength = 1024 * 1024;
const maximumNesting = 200;
/** JSON texts within JSON texts. */
const maximumLevels = 4;

/**
 * Prepares the texts of a value for redaction, in place: cuts them, and redacts those that are JSON objects or arrays, such
 * as `container_definitions` and policies, like values. A JSON text without secrets stays as it is.
 *
 * @param redact - redacts an object or array in place
 */
export function prepareTexts(
  value: MutableJson,
  redact: (value: MutableJson) => void,
  level = 0,
): MutableJson {
  if (typeof value === 'string') return prepareText(value, redact, level);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = prepareTexts(item, redact, level);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const prepared = prepareTexts(item, redact, level);
      if (prepared !== item) setOwn(value, key, prepared);
    }
  }
  return value;
}

/** Returns the part of a text that is redacted. */
export function readablePart(text: string): string {
  return text.length > maximumRead ? text.slice(0, maximumRead) : text;
}

function prepareText(text: string, redact: (value: MutableJson) => void, level: number): string {
  const parsed = level < maximumLevels ? parseContainer(text) : undefined;
  if (parsed === undefined) return readablePart(text);
  const before = JSON.stringify(parsed);
  const prepared = prepareTexts(parsed, redact, level + 1);
  redact(prepared);
  const after = JSON.stringify(prepared);
  return readablePart(after === before ? text : after);
}

/** Parses a text that is a JSON object or array. */
function parseContainer(text: string): MutableJson | undefined {
  if (text.length > maximumJsonLength || !/^\s*[[{][\s\S]*[\]}]\s*$/.test(text) || isTooDeep(text))
    return undefined;
  try {
    return JSON.parse(text) as MutableJson;
  } catch {
    return undefined;
  }
}

/** Counts brackets in quoted texts too: such a text is rarely that deep. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > maximumNesting) return true;
  }
  return false;
}
