import { takesIdempotencyKey } from '../idempotency.ts';
import { acceptsApiTokens } from '../operation.ts';
import { isRecord } from '../response/entity-tag.ts';
import { locationTemplate } from '../response/location.ts';
import type { ErrorCode } from '../../../domain/errors.ts';
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
  Location: {
    description:
      'Path of the record that was created, of the run that was started, or of the scan that is in the way; or the URL of a redirect',
    schema: { type: 'string', examples: ['/api/v1/scans/01920e5a-4f1b-7c3e-9d2a-5b6c7d8e9f01'] },
  },
  ETag: {
    description:
      'Weak tag of the record without `freshness`. Sent as `If-None-Match`, the response is 304 while the record is the same',
    schema: { type: 'string', examples: ['W/"p4XqXv2Y8hJ0m2x1mM1k3a9r6nQ"'] },
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
    ...(isRecord(operation) ? (['ETag'] as const) : []),
    ...(locationTemplate(operation) === undefined && success[0] !== 302 ? [] : (['Location'] as const)),
    ...(sendsCsrfToken === true ? (['X-CSRF-Token'] as const) : []),
    ...(deprecated === undefined ? [] : (['Deprecation', 'Sunset'] as const)),
  ];
}

/** Returns the names of the headers of the error responses with the status and one of the codes. */
export function errorHeadersOf(status: number, codes: readonly ErrorCode[]): readonly HeaderName[] {
  if (codes.includes('scan_conflict')) return ['X-Request-Id', 'Location'];
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate'];
  if (status === 429) return ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];
  return status === 503 ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id'];
}
