import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger.ts';

/** Gives every request an id, returns it as `X-Request-Id`, and logs how the request ended. */
export function requestId(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    const started = process.hrtime.bigint();
    response.setHeader('X-Request-Id', id);
    response.on('finish', () => {
      const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
      const { method } = request;
      const path = redactPath(request.path);
      logger.info({ request_id: id, method, path, status: response.statusCode, milliseconds }, 'request');
    });
    next();
  };
}

/** The token of an invitation is a credential, and it is in the path. */
function redactPath(path: string): string {
  return path.replace(/(\/auth\/invitations\/)[^/]+/, '$1[redacted]');
}
