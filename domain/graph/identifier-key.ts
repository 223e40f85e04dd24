import { readArn } from '../mapping/arn.ts';
import type { IdentifierKind } from './edge-rule.ts';

/** The longest identifier, in bytes of UTF-8. It is the length of the longest ARN that IAM permits. */
export const maximumKeyLength = 2048;

/**
 * Returns an identifier in the form in which identifiers and references are compared, or null when the text is not an
 * identifier of this kind. Texts with `*`, `?` or `${` are patterns, not identifiers. Takes linear time.
 *
 * - `arn`: partition, service and region in lower case, without a final `:*`. A wildcard after a complete base
 *   (`bucket/*`, `table/t/index/*`) names the base
 * - `dns`: the host in lower case, without scheme, port, path, final dot and `dualstack.`
 * - `url`: scheme and host in lower case, without query, fragment and final slash
 */
export function identifierKey(kind: IdentifierKind, text: string): string | null {
  if (text === '' || text.length > maximumKeyLength) return null;
  const normalised = normalisers[kind](text);
  const key = normalised !== null && kind === 'arn' ? withoutWildcard(normalised) : normalised;
  return key === null || key === '' || isPattern(key) || !fits(key) ? null : key;
}

/**
 * Returns the identifier of the resource that contains what the key names: a function without version or alias, a bucket
 * without object key, a table without index or stream. Undefined when there is none.
 */
export function baseKeyOf(kind: IdentifierKind, key: string): string | undefined {
  if (kind === 'url') {
    const path = key.indexOf('/', key.indexOf('://') + 3);
    return path < 0 ? undefined : key.slice(0, path);
  }
  if (kind !== 'arn') return undefined;
  const [, , service = '', region = ''] = key.split(':', 4);
  const resource = resourceStart(key);
  const length = baseLengths.get(service)?.(key.slice(resource), region) ?? 0;
  return length > 0 && resource + length < key.length ? key.slice(0, resource + length) : undefined;
}

const normalisers: Readonly<Record<IdentifierKind, (text: string) => string | null>> = {
  arn: normaliseArn,
  id: plainText,
  name: plainText,
  dns: normaliseHost,
  url: normaliseUrl,
};

function normaliseArn(text: string): string | null {
  if (!text.startsWith('arn:')) return null;
  const fields = readArn(text);
  if (fields === null) return null;
  const { partition, service, region, account, resource } = fields;
  const end = resource.endsWith(':*') ? resource.length - 2 : resource.length;
  return `arn:${partition}:${service}:${region}:${account}:${resource.slice(0, end)}`;
}

/**
 * Returns the base of an ARN whose wildcards are all after it; other ARNs as they are. The six `?` after the name of a secret
 * stand for its random suffix. Source: Secrets Manager User Guide, "Resources" of permissions policies.
 */
function withoutWildcard(arn: string): string {
  if (!isPattern(arn)) return arn;
  const [, , service] = arn.split(':', 3);
  const named = arn.slice(0, -secretSuffix.length);
  if (service === 'secretsmanager' && arn.endsWith(secretSuffix) && !isPattern(named)) return named;
  return baseKeyOf('arn', arn) ?? arn;
}

const secretSuffix = '-??????';
const controlCharacter = /\p{Cc}/u;

function plainText(text: string): string | null {
  return text.startsWith('arn:') || controlCharacter.test(text) ? null : text;
}

const host = /^[a-z0-9_.-]+$/;

function normaliseHost(text: string): string | null {
  const scheme = text.indexOf('://');
  const start = scheme < 0 ? 0 : scheme + 3;
  let end = start;
  while (end < text.length && !'/:?#'.includes(text.charAt(end))) end += 1;
  let name = text.slice(start, end).toLowerCase();
  if (name.endsWith('.')) name = name.slice(0, -1);
  if (name.startsWith('dualstack.')) name = name.slice('dualstack.'.length);
  return name.length <= 253 && name.includes('.') && host.test(name) ? name : null;
}

function normaliseUrl(text: string): string | null {
  const scheme = text.slice(0, 8).toLowerCase();
  const start = scheme === 'https://' ? 8 : scheme.startsWith('http://') ? 7 : 0;
  if (start === 0 || controlCharacter.test(text)) return null;
  let end = start;
  while (end < text.length && text.charAt(end) !== '?' && text.charAt(end) !== '#') end += 1;
  while (end > start && text.charAt(end - 1) === '/') end -= 1;
  const slash = text.indexOf('/', start);
  const hostEnd = slash < 0 || slash > end ? end : slash;
  if (hostEnd === start) return null;
  return text.slice(0, hostEnd).toLowerCase() + text.slice(hostEnd, end);
}

function isPattern(key: string): boolean {
  return key.includes('*') || key.includes('?') || key.includes('${');
}

function fits(key: string): boolean {
  if (key.length * 3 <= maximumKeyLength) return true;
  let bytes = 0;
  for (const character of key) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes <= maximumKeyLength;
}

function resourceStart(arn: string): number {
  let at = 0;
  for (let field = 0; field < 5; field += 1) at = arn.indexOf(':', at) + 1;
  return at;
}

/** Returns the length of the first `parts` parts of a text, or 0 when the text has fewer. */
function lengthOf(text: string, separator: string, parts: number): number {
  let at = -1;
  for (let part = 0; part < parts; part += 1) {
    at = text.indexOf(separator, at + 1);
    if (at < 0) return 0;
  }
  return at;
}

const afterType =
  (types: readonly string[], separator: string) =>
  (resource: string): number =>
    types.some((type) => resource.startsWith(type + separator)) ? lengthOf(resource, separator, 2) : 0;

/** Length of the base in the resource part of an ARN, by service. Source: Service Authorization Reference. */
const baseLengths: ReadonlyMap<string, (resource: string, region: string) => number> = new Map([
  ['lambda', afterType(['function', 'layer'], ':')],
  ['states', afterType(['stateMachine'], ':')],
  ['secretsmanager', afterType(['secret'], ':')],
  ['logs', afterType(['log-group'], ':')],
  ['dynamodb', afterType(['table'], '/')],
  ['kinesis', afterType(['stream'], '/')],
  [
    's3',
    (resource: string, region: string) =>
      region === '' ? lengthOf(resource, '/', 1) : afterType(['accesspoint'], '/')(resource),
  ],
  ['appsync', afterType(['apis'], '/')],
  ['es', afterType(['domain'], '/')],
  ['aoss', afterType(['collection'], '/')],
  [
    'apigateway',
    (resource: string) =>
      resource.startsWith('/restapis/') || resource.startsWith('/apis/') ? lengthOf(resource, '/', 3) : 0,
  ],
]);
