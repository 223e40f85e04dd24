import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { withoutRedaction } from '../../runtime/logger.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { HttpMetrics } from './http-metrics.ts';

/** What the layers of a request tell each other (`response.locals`). */
export interface RequestNotes {
  /** Milliseconds on the process's monotonic clock. */
  arrivedAt: number;
  requestId: string;
  /** `GET /teams/{id}`; absent when nothing was routed. */
  operation?: string;
  /** The code of a refusal. */
  code?: string;
  organizationId?: string;
  userId?: string;
}

export function notesOf(response: Response): RequestNotes {
  return response.locals as RequestNotes;
}

/** Milliseconds since the request arrived. */
export function ageOf(response: Response): number {
  return performance.now() - notesOf(response).arrivedAt;
}

/** Gives every request an id, returns it as `X-Request-Id`, and logs and counts how the request ended. */
export function requestId(logger: Logger, metrics: HttpMetrics): RequestHandler {
  const log = withoutRedaction(logger);
  return (request, response, next) => {
    const notes = notesOf(response);
    notes.arrivedAt = performance.now();
    notes.requestId = randomUUID();
    response.setHeader('X-Request-Id', notes.requestId);
    response.on('finish', () => {
      const milliseconds = ageOf(response);
      metrics.observe(notes.operation ?? 'none', response.statusCode, milliseconds / 1000);
      log.info(
        {
          request_id: notes.requestId,
          method: request.method,
          path: redactPath(request.originalUrl),
          status: response.statusCode,
          code: notes.code,
          milliseconds,
          organization_id: notes.organizationId,
          user_id: notes.userId,
          ip: request.ip,
        },
        'request',
      );
    });
    next();
  };
}

/** The token of an invitation is a credential, and it is in the path; a query may hold a state or a name. */
function redactPath(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.replace(/(\/auth\/invitations\/)[^/]+/i, '$1[redacted]');
}
