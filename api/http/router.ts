import express from 'express';
import type { Router } from 'express';
import { errors } from '../../domain/errors.ts';
import type { Services } from '../services.ts';
import { handleRequest } from './handle-request.ts';
import type { Operation } from './operation.ts';
import { notesOf } from './request-id.ts';
import { sendError } from './send-error.ts';

/** Routes every declared operation below /api/v1; any other path or method is the same 404. */
export function createRouter(operations: readonly Operation[], services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    router[method](path, async (request, response) => {
      notesOf(response).operation = name;
      try {
        await handleRequest(operation, services, request, response);
      } catch (error) {
        services.onRefusal?.(operation, error);
        sendError(response, error, services.logger);
      }
    });
  }
  router.use((_request, response) => {
    sendError(response, errors.notFound(), services.logger);
  });
  return router;
}
