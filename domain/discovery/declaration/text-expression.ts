import type { Json, JsonObject } from '../../json/json.ts';
import { dnsSuffixOf } from '../regions/aws-partition.ts';
import { first } from '../../json/path.ts';

/**
 * An expression that reads a text from an item: a path (`Queue.Arn`), a template
 * (`arn:{partition}:sqs:{region}:{account}:{Name}`), or a list of these, of which the first non-empty result is used.
 *
 * A placeholder may have filters: `{Url|after:/}` keeps the part after the last `/`, `{Arn|before::}` the part before
 * the first `:`, `{Image|rest:/}` the part after the first `/`, `{Arn|start:-}` the part before the last `-`,
 * `{Arn|field::5}` the text from field 5 on, where one character (`:`) separates the fields, which are counted from 0; a
 * text with fewer fields is kept from its last one on (`{Arn|field::4|before::}` keeps field 4 alone),
 * `{Arn|trim::*}` removes the suffix `:*`, `{Name|skip:/}` removes the prefix `/`, `{Name|lower}` converts to lower case,
 * `{Arn|having::backup:}` is empty for a text without `:backup:`,
 * `{Name|unescape}` replaces octal escapes of printable ASCII characters (`\052` → `*`), and `{Image|image}` returns the
 * full name of a container image without tag and digest (`nginx:1` → `docker.io/library/nginx`).
 */
export type TextExpression = string | readonly string[];

/**
 * Input of an AWS call: JSON whose strings may contain placeholders. A string of one placeholder keeps the value's
 * type.
 */
export type InputTemplate = { readonly [key: string]: InputTemplateValue };
export type InputTemplateValue =
  string | number | boolean | readonly InputTemplateValue[] | { readonly [key: string]: InputTemplateValue };

/**
 * Values that templates can use in addition to the item's paths: `{account}`, `{region}`, `{partition}`, `{id}`, and
 * `{dnsSuffix}`, the end of the host names of the partition's services.
 */
export interface ScanScope {
  /** 12 digits. */
  readonly account: string;
  /** Region of the scan task, or `global`. */
  readonly region: string;
  readonly partition: string;
  /** Native id of the item, once it is known. */
  readonly id?: string;
}

const filters: Readonly<Record<string, (text: string, by: string) => string>> = {
  after: (text, by) => (text.includes(by) ? text.slice(text.lastIndexOf(by) + by.length) : text),
  before: (text, by) => (text.includes(by) ? text.slice(0, text.indexOf(by)) : text),
  rest: (text, by) => (text.includes(by) ? text.slice(text.indexOf(by) + by.length) : text),
  field: (text, by) => {
    const separator = by.slice(0, 1);
    const fields = text.split(separator);
    return fields.slice(Math.min(Number(by.slice(1)), fields.length - 1)).join(separator);
  },
  start: (text, by) => (text.includes(by) ? text.slice(0, text.lastIndexOf(by)) : text),
  trim: (text, by) => (text.endsWith(by) ? text.slice(0, -by.length) : text),
  skip: (text, by) => (text.startsWith(by) ? text.slice(by.length) : text),
  lower: (text) => text.toLowerCase(),
  having: (text, by) => (text.includes(by) ? text : ''),
  image: imageName,
  unescape: (text) =>
    text.replaceAll(/\\(0[4-7][0-7]|1[0-6][0-7]|17[0-6])/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    ),
};

/** Source: the reference format of the Docker registry (distribution/reference, `ParseNormalizedNamed`). */
function imageName(text: string): string {
  const digest = text.indexOf('@');
  const tagged = digest < 0 ? text : text.slice(0, digest);
  const tag = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  const name = tag < 0 ? tagged : tagged.slice(0, tag);
  const slash = name.indexOf('/');
  const host = slash < 0 ? '' : name.slice(0, slash);
  if (host.includes('.') || host.includes(':') || host === 'localhost') return name;
  return slash < 0 ? `docker.io/library/${name}` : `docker.io/${name}`;
}

/** Evaluates an expression for an item. Returns undefined when a placeholder has no value or the result is empty. */
export function readText(expression: TextExpression, item: JsonObject, scope: ScanScope): string | undefined {
  for (const one of typeof expression === 'string' ? [expression] : expression) {
    const text = one.includes('{') ? fillTemplate(one, item, scope) : asText(first(item, one));
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

/** Returns the paths of an item whose values are in the result as a whole: those without a filter. */
export function wholePathsOf(expression: TextExpression): readonly string[] {
  const paths = [expression].flat().flatMap((one) => {
    if (!one.includes('{')) return [one];
    return [...one.matchAll(/\{([^{}|]+)\}/g)].map(([, path = '']) => path);
  });
  return paths.filter((path) => !scopeWords.has(path));
}

/** Returns for each alternative of an expression the paths that have no text in the item. */
export function missingPaths(
  expression: TextExpression,
  item: JsonObject,
  scope: ScanScope,
): readonly (readonly string[])[] {
  const hasText = (path: string) => (scopeValue(path, scope) ?? asText(first(item, path)) ?? '') !== '';
  return (typeof expression === 'string' ? [expression] : expression).map((one) => {
    const paths = one.includes('{')
      ? Array.from(one.matchAll(/\{([^{}]+)\}/g), ([, filled = '']) => filled.split('|', 1)[0] ?? '')
      : [one];
    const missing = paths.filter((path) => !hasText(path));
    // Without a missing path, the filters of the expression leave nothing of the values.
    return missing.length > 0 ? missing : paths;
  });
}

/** Replaces the placeholders in a call's input. Returns undefined when a placeholder has no value. */
export function fillInput(
  input: InputTemplate,
  item: JsonObject,
  scope: ScanScope,
): Record<string, unknown> | undefined {
  const filled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    const given = fillValue(value, item, scope);
    if (given === undefined) return undefined;
    filled[key] = given;
  }
  return filled;
}

function fillValue(value: InputTemplateValue, item: JsonObject, scope: ScanScope): unknown {
  if (typeof value === 'string') {
    const whole = /^\{([^{}|]+)\}$/.exec(value)?.[1];
    if (whole !== undefined) return scopeValue(whole, scope) ?? first(item, whole) ?? undefined;
    return value.includes('{') ? fillTemplate(value, item, scope) : value;
  }
  if (typeof value !== 'object') return value;
  if (isList(value)) {
    const list = value.map((one) => fillValue(one, item, scope));
    return list.includes(undefined) ? undefined : list;
  }
  return fillInput(value, item, scope);
}

function isList(value: InputTemplateValue): value is readonly InputTemplateValue[] {
  return Array.isArray(value);
}

function fillTemplate(template: string, item: JsonObject, scope: ScanScope): string | undefined {
  let missing = false;
  const text = template.replaceAll(/\{([^{}]+)\}/g, (_, inside: string) => {
    const [path = '', ...pipes] = inside.split('|');
    let found = scopeValue(path, scope) ?? asText(first(item, path));
    if (found === undefined) missing = true;
    for (const pipe of pipes) {
      const colon = pipe.indexOf(':');
      const filter = filters[colon < 0 ? pipe : pipe.slice(0, colon)];
      if (found !== undefined && filter) found = filter(found, colon < 0 ? '' : pipe.slice(colon + 1));
    }
    return found ?? '';
  });
  return missing ? undefined : text;
}

const scopeWords: ReadonlySet<string> = new Set(['account', 'region', 'partition', 'dnsSuffix', 'id']);

function scopeValue(word: string, scope: ScanScope): string | undefined {
  switch (word) {
    case 'account':
      return scope.account;
    case 'region':
      return scope.region;
    case 'partition':
      return scope.partition;
    case 'dnsSuffix':
      return dnsSuffixOf(scope.partition);
    case 'id':
      return scope.id ?? undefined;
    default:
      return undefined;
  }
}

function asText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
