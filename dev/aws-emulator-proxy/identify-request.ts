import type { IncomingHttpHeaders } from 'node:http';
import type { OperationTable, RestOperation } from './compile-operations.ts';

/** Matches the names of operations that change nothing. */
export const readOnlyOperation =
  /^(Get|List|Describe|Head|BatchGet|Lookup|Search|Select|Query|Scan|Assume|Decrypt|Check)/;

export type Protocol = 'json' | 'query' | 'ec2' | 'rest-json' | 'rest-xml' | 'cbor';

/** A request to AWS, parsed. */
export interface IdentifiedRequest {
  readonly accessKeyId: string | null;
  readonly region: string;
  /** Signing name, e.g. `sqs`, `monitoring`. */
  readonly service: string;
  /** API operation, e.g. `ListQueues`; empty when no service model matches the request. */
  readonly operation: string;
  readonly protocol: Protocol;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Parameters of the path, by their name in the service's model; empty for protocols without path. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Parameters of form and JSON bodies. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Reads service, region and operation from the signature, X-Amz-Target, form or path, depending on the protocol. */
export function identifyRequest(
  request: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer },
  table: OperationTable,
): IdentifiedRequest {
  const scope = /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '');
  const { pathname, searchParams } = new URL(request.url, 'http://proxy');
  const service = scope?.[3] ?? '';
  const base = {
    accessKeyId: scope?.[1] ?? null,
    region: scope?.[2] ?? 'us-east-1',
    service,
    path: pathname,
    query: searchParams,
    body: request.body,
    pathParameters: {},
  };
  const target = request.headers['x-amz-target'];
  if (typeof target === 'string') {
    const operation = target.split('.').at(-1) ?? '';
    return { ...base, operation, protocol: 'json', input: parseJson(request.body) };
  }
  const cbor = /^\/service\/[^/]+\/operation\/([^/]+)$/.exec(pathname)?.[1];
  if (cbor !== undefined) return { ...base, operation: cbor, protocol: 'cbor', input: {} };
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true) {
    const form = new URLSearchParams(request.body.toString());
    const operation = form.get('Action') ?? '';
    return {
      ...base,
      operation,
      protocol: service === 'ec2' ? 'ec2' : 'query',
      input: Object.fromEntries(form),
    };
  }
  const models = table[service] ?? [];
  const found = models
    .flatMap((model) =>
      model.operations.map((operation) => ({
        model,
        operation,
        score: score(operation, request.method, pathname, searchParams, request.headers),
      })),
    )
    .filter((match) => match.score > noMatch)
    .toSorted((a, b) => b.score - a.score)[0];
  const xml = (found?.model ?? models[0])?.protocol === 'rest-xml';
  return {
    ...base,
    operation: found?.operation.operation ?? '',
    protocol: xml ? 'rest-xml' : 'rest-json',
    pathParameters: parametersOf(found?.operation.uri ?? '', pathname),
    input: xml ? {} : parseJson(request.body),
  };
}

const noMatch = -Infinity;

/**
 * How specifically an operation matches: more for each literal segment and required query parameter. The SDK names some
 * operations in the query, because `GetObject` and `ListParts` have the same path.
 */
function score(
  { method, uri, operation }: RestOperation,
  given: string,
  pathname: string,
  query: URLSearchParams,
  headers: IncomingHttpHeaders,
): number {
  if (method !== given) return noMatch;
  const [template = '', required = ''] = uri.split('?');
  const pattern = patternOf(template);
  if (!pattern.test(pathname)) return noMatch;
  let points = template.split('/').filter((segment) => segment !== '' && !segment.startsWith('{')).length * 4;
  points -= (template.match(/\{/g) ?? []).length;
  for (const part of required.split('&').filter((text) => text !== '')) {
    const [name = '', value] = part.split('=');
    if (!query.has(name) || (value !== undefined && query.get(name) !== value)) return noMatch;
    points += 4;
  }
  if (query.get('x-id') === operation) points += 2;
  // CopyObject and PutObject differ only by this header.
  if (uri === '/{Bucket}/{Key+}' && headers['x-amz-copy-source'] !== undefined) points += 1;
  return points;
}

/** `/2015-03-31/functions/{FunctionName}` and `/2015-03-31/functions/orders` → `{ FunctionName: 'orders' }`. */
function parametersOf(uri: string, pathname: string): Readonly<Record<string, string>> {
  const segments = pathname.split('/');
  const names = (uri.split('?')[0] ?? '').split('/');
  return Object.fromEntries(
    names.flatMap((segment, index) => {
      const name = /^\{([^}+]+)(\+?)\}$/.exec(segment);
      const text = name?.[2] === '+' ? segments.slice(index).join('/') : segments[index];
      return name?.[1] === undefined || text === undefined ? [] : [[name[1], decodePath(text)]];
    }),
  );
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const patterns = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known !== undefined) return known;
  const source = template
    .replace(/(.)\/$/, '$1')
    .replaceAll(/[.*+?^$()|[\]\\]/g, (character) => (character === '+' ? '+' : `\\${character}`))
    .replaceAll(/\{[^}]*\+\}/g, '(?:.+)')
    .replaceAll(/\{[^}]*\}/g, '[^/]+');
  const pattern = new RegExp(`^${source}/?$`);
  patterns.set(template, pattern);
  return pattern;
}

function parseJson(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString() || '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
