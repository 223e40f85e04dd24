import express from 'express';
import type { Router } from 'express';
import { errors } from '../../domain/errors.ts';
import type { Services } from '../services.ts';
import { handleRequest } from './handle-request.ts';
import type { Operation } from './operation.ts';
import { sendError } from './send-error.ts';

/** Routes every declared operation below /api/v1; any other path or method is the same 404. */
export function createRouter(operations: readonly Operation[], services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    router[method](path, async (request, response) => {
      try {
        await handleRequest(operation, services, request, response);
      } catch (error) {
        sendError(response, error, services.logger.child({ request_id: response.getHeader('X-Request-Id') }));
      }
    });
  }
  router.use((_request, response) => {
    sendError(response, errors.notFound(), services.logger);
  });
  return router;
}
