import { takesIdempotencyKey } from '../idempotency.ts';
import { acceptsApiTokens } from '../operation.ts';
import type { Operation } from '../operation.ts';
import type { JsonSchema } from './portable-schema.ts';

/** The response headers that clients read. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Id of the request in the logs and the audit log, a UUID',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: {
    description:
      'State of the limit that counted the request, if one did: `r` requests are left, and the window ends in `t` seconds ' +
      '(draft-ietf-httpapi-ratelimit-headers-08)',
    schema: { type: 'string', examples: ['"signup"; r=9; t=3600'] },
  },
  'RateLimit-Policy': {
    description: 'The limit that counted the request: `q` requests in a window of `w` seconds',
    schema: { type: 'string', examples: ['"signup"; q=10; w=3600'] },
  },
  'Retry-After': {
    description: 'Seconds after which the request can be repeated',
    schema: { type: 'integer', format: 'int32', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'The scheme of the credential: `Bearer`', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description:
      '`true` if the response is the stored one of an earlier request with the same `Idempotency-Key`',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description: 'The file name of the download',
    schema: { type: 'string', examples: ['attachment; filename="resources.csv"'] },
  },
  'X-CSRF-Token': {
    description:
      'The value of the cookie `svc_csrf`, for pages of `WEB_ORIGIN` and of the own origin that use the cookie credential',
    schema: { type: 'string' },
  },
  Deprecation: {
    description: 'Since when the operation is deprecated, `@` and seconds since 1970 (RFC 9745)',
    schema: { type: 'string', examples: ['@1798761600'] },
  },
  Sunset: {
    description: 'The time from which the operation may be gone, an HTTP date (RFC 8594)',
    schema: { type: 'string', examples: ['Fri, 31 Dec 2027 23:59:59 GMT'] },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

export type HeaderName = keyof typeof responseHeaders;

/** Returns the values of `Deprecation` and `Sunset`. */
export function deprecationHeaders({
  since,
  sunset,
}: NonNullable<Operation['deprecated']>): Readonly<Record<'Deprecation' | 'Sunset', string>> {
  return { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(sunset).toUTCString() };
}

/** Returns the names of the headers of a successful response. */
export function headersOf(operation: Operation): readonly HeaderName[] {
  const { limit, limits, success, deprecated, sendsCsrfToken } = operation;
  const [, , ...mediaTypes] = success;
  const isLimited = limit !== undefined || limits !== undefined || acceptsApiTokens(operation);
  return [
    'X-Request-Id',
    ...(isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(takesIdempotencyKey(operation) ? (['Idempotent-Replayed'] as const) : []),
    ...(mediaTypes.includes('text/csv') ? (['Content-Disposition'] as const) : []),
    ...(sendsCsrfToken === true ? (['X-CSRF-Token'] as const) : []),
    ...(deprecated === undefined ? [] : (['Deprecation', 'Sunset'] as const)),
  ];
}

/** Returns the names of the headers of the error responses with the status. */
export function errorHeadersOf(status: number): readonly HeaderName[] {
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate'];
  if (status === 429) return ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];
  return status === 503 ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id'];
}
