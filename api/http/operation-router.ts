import express from 'express';
import type { RequestHandler, Router } from 'express';
import type { Services } from '../services.ts';
import { ClientDisconnected } from './request/client-disconnected.ts';
import { handleRequest } from './handle-request.ts';
import type { Operation, OperationHooks } from './operation.ts';
import { localsOf } from './request/request-locals.ts';
import { sendError } from './response/send-error.ts';

/** Routes every declared operation; passes other paths and methods on. */
export function createOperationRouter(
  operations: readonly Operation[],
  services: Services,
  hooks: OperationHooks = {},
): Router {
  const router = express.Router({ caseSensitive: true });
  for (const operation of literalsFirst(operations)) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[methodName(operation)](path, createHandler(operation, services, hooks));
  }
  return router;
}

/** Sorts `/resources/export` before `/resources/{id}`: `{` follows every other character of a path. */
function literalsFirst(operations: readonly Operation[]): readonly Operation[] {
  return operations.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function methodName({ method }: Operation): 'get' | 'post' | 'put' | 'patch' | 'delete' {
  return method.toLowerCase() as 'get';
}

function createHandler(operation: Operation, services: Services, hooks: OperationHooks): RequestHandler {
  const name = `${operation.method} ${operation.path}`;
  return async (request, response) => {
    localsOf(response).operation = name;
    try {
      await handleRequest(operation, services, hooks, request, response);
    } catch (error) {
      if (!(error instanceof ClientDisconnected)) hooks.onError?.(operation, error);
      sendError(response, error, services.logger);
    }
  };
}
