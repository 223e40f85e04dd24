import type { RequestHandler } from 'express';

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, X-CSRF-Token, Idempotency-Key, If-Match, If-None-Match, ' + 'Last-Event-ID',
  'Access-Control-Max-Age': '600',
};
const exposedHeaders =
  'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-CSRF-Token, Content-Disposition, Location, ' +
  'ETag, Deprecation, Sunset';

/** Allows cross-origin requests with credentials from one origin. */
export function crossOrigin(webOrigin: string): RequestHandler {
  return (request, response, next) => {
    response.vary('Origin');
    if (request.headers.origin !== webOrigin) return next();
    response.setHeader('Access-Control-Allow-Origin', webOrigin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    const preflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!preflight) return next();
    for (const [name, value] of Object.entries(preflightHeaders)) response.setHeader(name, value);
    response.status(200).end();
  };
}
