import type { Response } from 'express';
import { CatalogueError, errors } from '../../../domain/errors.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { ClientDisconnected } from '../request/client-disconnected.ts';
import { discardBody } from '../request/discard-body.ts';
import { localsOf } from '../request/request-locals.ts';
import { sendJson } from './send-json.ts';

/**
 * Sends `{code, message}` for a catalogue error. Any other error is logged and sent as `internal_error`, without details.
 *
 * @param send sends the body of another protocol in place of it
 */
export function sendError(
  response: Response,
  error: unknown,
  logger: Logger,
  send: (sent: { readonly code: string; readonly message: string }, status: number) => void = (
    sent,
    status,
  ) => sendJson(response, status, sent),
): void {
  if (error instanceof ClientDisconnected) return;
  const catalogueError = error instanceof CatalogueError ? error : errors.internal(error);
  const locals = localsOf(response);
  locals.code = catalogueError.code;
  if (catalogueError.status >= 500) {
    logger.error({ err: catalogueError.cause ?? error, request_id: locals.requestId }, 'request failed');
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  setRetryHeaders(response, catalogueError);
  if (catalogueError.location !== undefined)
    response.setHeader('Location', `/api/v1${catalogueError.location}`);
  if (catalogueError.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const message = catalogueError.status === 500 ? errors.internal().message : catalogueError.message;
  send({ code: catalogueError.code, message }, catalogueError.status);
  discardBody(response.req);
}

/** Sets `Retry-After`, and the `RateLimit` headers (draft 8 of the IETF) unless a counted limit has set them. */
export function setRetryHeaders(
  response: Response,
  { retryAfterSeconds, refusingLimit }: CatalogueError,
): void {
  if (retryAfterSeconds === undefined) return;
  response.setHeader('Retry-After', retryAfterSeconds);
  if (refusingLimit === undefined || response.hasHeader('RateLimit')) return;
  const { name, limit, windowSeconds } = refusingLimit;
  response.setHeader('RateLimit', `"${name}"; r=0; t=${retryAfterSeconds}`);
  response.setHeader('RateLimit-Policy', `"${name}"; q=${limit}; w=${windowSeconds}`);
}
