import type { RequestHandler } from 'express';
import type { Services } from '../services.ts';
import { handleRequest } from './handle-request.ts';
import type { Operation } from './operation.ts';
import { notesOf } from './request-id.ts';
import { createRouteTable } from './route-table.ts';
import { sendError } from './send-error.ts';

/** Routes every declared operation below the path that it is mounted at; any other path or method is passed on. */
export function createRouter(operations: readonly Operation[], services: Services): RequestHandler {
  const routes = createRouteTable<{ readonly name: string; readonly operation: Operation }>();
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    routes.add(operation.method, operation.path, { name, operation });
  }
  return async (request, response, next) => {
    const route = routes.find(request.method, request.path);
    if (route === undefined) return next();
    const { name, operation } = route.value;
    notesOf(response).operation = name;
    request.params = route.params;
    try {
      await handleRequest(operation, services, request, response);
    } catch (error) {
      services.onRefusal?.(operation, error);
      sendError(response, error, services.logger);
    }
  };
}
