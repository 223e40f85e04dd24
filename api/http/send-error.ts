import type { Response } from 'express';
import { CatalogueError, errors } from '../../domain/errors.ts';
import type { Logger } from '../../runtime/logger.ts';
import { discardBody } from './discard-body.ts';
import { notesOf } from './request-id.ts';
import { sendJson } from './send-json.ts';

/** Answers with the catalogue's `{code, message}`; what is not from the catalogue is a 500 that says nothing. */
export function sendError(response: Response, error: unknown, logger: Logger): void {
  const known = error instanceof CatalogueError ? error : errors.internal(error);
  const notes = notesOf(response);
  notes.code = known.code;
  if (known.status >= 500) {
    logger.error({ err: known.cause ?? error, request_id: notes.requestId }, 'request failed');
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
