import type { Json, JsonObject } from '../json.ts';
import { first } from './path.ts';

/**
 * Where a text comes from: a path (`Queue.Arn`), a template (`arn:{partition}:sqs:{region}:{account}:{Name}`),
 * or a list of these, of which the first that gives something counts.
 *
 * A placeholder may cut what it found: `{Url|after:/}` is what follows the last `/`, `{Arn|before::}` what stands
 * before the first `:`, `{Arn|trim::*}` drops that ending, `{Name|skip:/}` that beginning, `{Name|lower}` is lower case.
 */
export type TextExpression = string | readonly string[];

/** What an AWS call is given: JSON whose strings may hold placeholders; `'{path}'` alone keeps the value's type. */
export type InputTemplate = { readonly [key: string]: InputTemplateValue };
export type InputTemplateValue =
  string | number | boolean | readonly InputTemplateValue[] | { readonly [key: string]: InputTemplateValue };

/** The words that a template knows besides the item's own paths. */
export interface ScanScope {
  readonly account: string;
  /** The region of the call, or `global`. */
  readonly region: string;
  readonly partition: string;
  readonly id?: string;
}

const cuts: Readonly<Record<string, (text: string, by: string) => string>> = {
  after: (text, by) => text.slice(text.lastIndexOf(by) + (text.includes(by) ? by.length : 0)),
  before: (text, by) => (text.includes(by) ? text.slice(0, text.indexOf(by)) : text),
  trim: (text, by) => (text.endsWith(by) ? text.slice(0, -by.length) : text),
  skip: (text, by) => (text.startsWith(by) ? text.slice(by.length) : text),
  lower: (text) => text.toLowerCase(),
};

/** The text that an expression gives for an item, or null when a part of it is missing. */
export function readText(expression: TextExpression, item: JsonObject, scope: ScanScope): string | null {
  for (const one of typeof expression === 'string' ? [expression] : expression) {
    const text = one.includes('{') ? fillTemplate(one, item, scope) : asText(first(item, one));
    if (text !== null && text !== '') return text;
  }
  return null;
}

/** The input of a call, or null when a placeholder that it needs finds nothing. */
export function fillInput(
  input: InputTemplate,
  item: JsonObject,
  scope: ScanScope,
): Record<string, unknown> | null {
  const filled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    const given = fillValue(value, item, scope);
    if (given === null) return null;
    filled[key] = given;
  }
  return filled;
}

function fillValue(value: InputTemplateValue, item: JsonObject, scope: ScanScope): unknown {
  if (typeof value === 'string') {
    const whole = /^\{([^{}|]+)\}$/.exec(value)?.[1];
    if (whole !== undefined) return placeWord(whole, scope) ?? first(item, whole) ?? null;
    return value.includes('{') ? fillTemplate(value, item, scope) : value;
  }
  if (typeof value !== 'object') return value;
  if (isList(value)) {
    const list = value.map((one) => fillValue(one, item, scope));
    return list.includes(null) ? null : list;
  }
  return fillInput(value, item, scope);
}

function isList(value: InputTemplateValue): value is readonly InputTemplateValue[] {
  return Array.isArray(value);
}

function fillTemplate(template: string, item: JsonObject, scope: ScanScope): string | null {
  let missing = false;
  const text = template.replaceAll(/\{([^{}]+)\}/g, (_, inside: string) => {
    const [path = '', ...pipes] = inside.split('|');
    let found = placeWord(path, scope) ?? asText(first(item, path));
    if (found === null) missing = true;
    for (const pipe of pipes) {
      const colon = pipe.indexOf(':');
      const cut = cuts[colon < 0 ? pipe : pipe.slice(0, colon)];
      if (found !== null && cut) found = cut(found, colon < 0 ? '' : pipe.slice(colon + 1));
    }
    return found ?? '';
  });
  return missing ? null : text;
}

function placeWord(word: string, scope: ScanScope): string | null {
  switch (word) {
    case 'account':
      return scope.account;
    case 'region':
      return scope.region;
    case 'partition':
      return scope.partition;
    case 'id':
      return scope.id ?? null;
    default:
      return null;
  }
}

function asText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
