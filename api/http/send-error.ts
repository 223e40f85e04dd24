import type { Response } from 'express';
import { CatalogueError, errors } from '../../domain/errors.ts';
import type { Logger } from '../../runtime/logger.ts';
import { discardBody } from './discard-body.ts';
import { localsOf } from './request-locals.ts';
import { sendJson } from './send-json.ts';

/** Sends `{code, message}` for a catalogue error. Any other error is logged and sent as `internal_error`, without details. */
export function sendError(response: Response, error: unknown, logger: Logger): void {
  const known = error instanceof CatalogueError ? error : errors.internal(error);
  const locals = localsOf(response);
  locals.code = known.code;
  if (known.status >= 500) {
    logger.error({ err: known.cause ?? error, request_id: locals.requestId }, 'request failed');
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (known.retryAfterSeconds !== undefined) response.setHeader('Retry-After', known.retryAfterSeconds);
  if (known.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const message = known.status === 500 ? errors.internal().message : known.message;
  sendJson(response, known.status, { code: known.code, message });
  discardBody(response.req);
}
