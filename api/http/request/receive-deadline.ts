import type { RequestHandler, Response } from 'express';
import type { Logger } from '../../../runtime/logger.ts';
import { hasBody } from './read-body.ts';
import { rejectRequest } from './reject-malformed-requests.ts';
import { localsOf } from './request-locals.ts';

/**
 * Rejects requests with 408 whose body has not arrived after `milliseconds`, as Node's server does. That server has one limit
 * for all requests, and bodies that wait for a permit need a longer one: see {@link liftReceiveDeadline}.
 */
export function limitReceiveTime(milliseconds: number, logger: Logger): RequestHandler {
  return (request, response, next) => {
    if (hasBody(request)) {
      const timer = setTimeout(() => {
        if (!request.complete) rejectRequest(request.socket, 'ERR_HTTP_REQUEST_TIMEOUT', logger);
      }, milliseconds);
      localsOf(response).receiveTimer = timer;
      request.once('close', () => clearTimeout(timer));
    }
    next();
  };
}

/** Leaves the request to the limit of the server. */
export function liftReceiveDeadline(response: Response): void {
  clearTimeout(localsOf(response).receiveTimer);
}
