import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { withoutRedaction } from '../../../runtime/logger.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { HttpMetrics } from './http-metrics.ts';
import { localsOf, millisecondsSinceArrival } from '../request/request-locals.ts';

/** Assigns an id to each request, returns it as `X-Request-Id`, and logs and counts the finished request. */
export function observeRequests(logger: Logger, metrics: HttpMetrics): RequestHandler {
  const log = withoutRedaction(logger);
  return (request, response, next) => {
    const locals = localsOf(response);
    locals.arrivedAt = performance.now();
    locals.requestId = randomUUID();
    response.setHeader('X-Request-Id', locals.requestId);
    response.on('finish', () => {
      const milliseconds = millisecondsSinceArrival(response);
      metrics.observe(locals.operation ?? 'none', response.statusCode, milliseconds / 1000);
      log.info(
        {
          request_id: locals.requestId,
          method: request.method,
          path: redactPath(request.originalUrl),
          status: response.statusCode,
          code: locals.code,
          milliseconds,
          organization_id: locals.organizationId,
          user_id: locals.userId,
          ip: request.ip,
        },
        'request',
      );
    });
    next();
  };
}

/**
 * Returns the path for the log, without the tokens of invitations, resets and verifications, and without the query, which may
 * contain an OAuth state.
 */
function redactPath(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.replace(/(\/(?:invitations|password-reset|verify-email)\/)(?!confirm$)[^/]+/i, '$1[redacted]');
}
