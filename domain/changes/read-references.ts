import { objectOf } from '../json/json.ts';
import type { Json } from '../json/json.ts';
import { EC2_ID } from './ec2-id.ts';
import { isAccountSetting, operationsOf } from './operations.ts';

/** A resource that an event names. */
export interface TrailReference {
  /** `*`: the type that the ARN, or the prefix of an EC2 id, names. */
  readonly resourceType: string;
  readonly identifier: string;
  readonly kind: 'arn' | 'id' | 'name';
  /** Template of the operation table, or `resources`. */
  readonly via: string;
}

/** The parts of a CloudTrail record that name resources. */
export interface TrailRecord {
  readonly eventName: string;
  /** Without `.amazonaws.com`. */
  readonly eventSource: string;
  readonly requestParameters?: Json;
  readonly responseElements?: Json;
  readonly serviceEventDetails?: Json;
  readonly resources?: Json;
}

/** A bulk call has up to 1,000 ids. */
const maximumReferences = 3000;
const maximumLength = 2048;

/**
 * Returns the resources that an event names by parameters which hold identifiers of their type, and by the ARNs of
 * `resources`. Other texts, and keys and values of tags, name nothing. Source of the record's fields: AWS CloudTrail user
 * guide, "record contents".
 */
export function readReferences(record: TrailRecord): readonly TrailReference[] {
  const found = new Map<string, TrailReference>();
  const add = (resourceType: string, text: string, via: string) => {
    if (text === '' || text.length > maximumLength || found.size >= maximumReferences) return;
    const identifier = decodeArn(text);
    const kind = identifier.startsWith('arn:') ? 'arn' : /name\??\}$/i.test(via) ? 'name' : 'id';
    if (resourceType === '*' && kind !== 'arn' && !EC2_ID.test(identifier)) return;
    found.set(`${resourceType} ${identifier}`, { resourceType, identifier, kind, via });
  };
  for (const { targets } of operationsOf(record.eventSource, record.eventName))
    for (const { resourceType, templates } of targets)
      for (const template of templates) {
        if (template === '@') {
          if (isAccountSetting(resourceType)) add(resourceType, '@', template);
        } else for (const text of fill(template, record)) add(resourceType, text, template);
      }
  for (const resource of listOf(record.resources)) {
    const arn = objectOf(resource)['ARN'] ?? objectOf(resource)['arn'];
    if (typeof arn === 'string' && arn.startsWith('arn:')) add('*', arn, 'resources');
  }
  return [...found.values()];
}

/** Amazon MSK and others have the ARN of the request's path percent-encoded. */
function decodeArn(text: string): string {
  if (!/^arn%3a/i.test(text) && !(text.startsWith('arn:') && text.includes('%2F'))) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the texts of a template; empty when a placeholder has no value. */
function fill(template: string, record: TrailRecord): readonly string[] {
  const parts = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, part = '']) => part);
  if (parts.length === 1) return valuesOf(parts[0] ?? '', record);
  const values = parts.map((part) =>
    valuesOf(part, record).map((text) => (/(?:arn|serialNumber)$/i.test(part) ? text : lastOfArn(text))),
  );
  if (values.some((list, at) => list.length === 0 && parts[at]?.endsWith('?') !== true)) return [];
  // Parts of the same list belong together by position; a part with one value belongs to all.
  const count = Math.max(...values.map((list) => list.length));
  return Array.from({ length: count }, (_, index) => {
    // In one pass: a name of a customer that looks like a placeholder is not filled.
    let at = -1;
    return template.replaceAll(/\{([^{}]+)\}(\/?)/g, (_placeholder, part: string, slash: string) => {
      at += 1;
      const value = values[at]?.[index] ?? values[at]?.[0] ?? '';
      const isDefault = part.endsWith('?') && (value === '' || value === 'default');
      return isDefault && slash !== '' ? '' : trimDot(value) + slash;
    });
  });
}

/** In a composite id, a parent is named by its name also when the parameter holds its ARN. */
function lastOfArn(text: string): string {
  if (!text.startsWith('arn:')) return text;
  return text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1);
}

function trimDot(text: string): string {
  return text.replace(/^\/hostedzone\//, '').replace(/(?<=\w)\.$/, '');
}

function valuesOf(part: string, record: TrailRecord): readonly string[] {
  const [, from = '', anywhere = '', path = '', fallback] =
    /^([><]?)(\*?)([^?]+)(?:\?(.*))?$/.exec(part) ?? [];
  const root =
    from === '>'
      ? record.responseElements
      : from === '<'
        ? record.serviceEventDetails
        : record.requestParameters;
  const segments = path.split('.');
  let found = anywhere === '' ? atPath(root, segments) : nearest(root, path);
  // APIs of the query protocol have the members of the response without the structure around them (`dBInstanceArn` of
  // CreateDBInstance in the RDS user guide).
  if (found.length === 0 && from === '>' && segments.length > 1) found = atPath(root, segments.slice(1));
  const texts = found.flatMap((value) => textsOf(value));
  return texts.length === 0 && fallback !== undefined && fallback !== '' ? [fallback] : texts;
}

/** Lists of EC2 are below `items` or `item`: `hostIdSet: { item: "h-…" }`. */
function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Json[]).filter((one) => typeof one === 'string');
  const { items, item = items } = objectOf(value);
  return item === undefined || !(typeof item === 'string' || Array.isArray(item)) ? [] : textsOf(item);
}

/** Compares names without case and other characters: services differ in the case of `DBInstance` and `ARN`. */
function comparable(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function atPath(root: Json | undefined, path: readonly string[]): readonly Json[] {
  let values: readonly Json[] = root === undefined ? [] : [root];
  for (const segment of path) {
    const name = comparable(segment);
    values = values
      .flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]))
      .flatMap((value) => {
        const entry = Object.entries(objectOf(value)).find(([key]) => comparable(key) === name);
        return entry === undefined ? [] : [entry[1]];
      });
  }
  return values;
}

const tagKey = /^tag(?:s|set|specificationset|specification)?$|^filter/;

/** Returns the values of a member at the smallest depth at which it occurs. */
function nearest(root: Json | undefined, member: string): readonly Json[] {
  const name = comparable(member);
  let level: readonly Json[] = root === undefined ? [] : [root];
  while (level.length > 0) {
    const entries = level.flatMap(entriesOfRecord).filter(([key]) => !tagKey.test(comparable(key)));
    const found = entries.filter(
      ([key, value]) =>
        [name, `${name}s`, `${name}set`].includes(comparable(key)) && textsOf(value).length > 0,
    );
    if (found.length > 0) return found.map(([, value]) => value);
    level = entries.map(([, value]) => value);
  }
  return [];
}

/** Returns the members of an object, or the elements of a list under an empty key. */
export function entriesOfRecord(value: Json): readonly (readonly [string, Json])[] {
  if (!Array.isArray(value)) return Object.entries(objectOf(value));
  return (value as readonly Json[]).map((one) => ['', one] as const);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
