import cookieParser from 'cookie-parser';
import express from 'express';
import type { Express } from 'express';
import { errors } from '../domain/errors.ts';
import { crossOrigin } from './http/cross-origin.ts';
import type { HttpMetrics } from './http/http-metrics.ts';
import { requestId } from './http/request-id.ts';
import { createRouter } from './http/router.ts';
import { traceRequests } from './http/trace-requests.ts';
import { securityHeaders } from './http/security-headers.ts';
import { sendError } from './http/send-error.ts';
import { createDocumentRoutes } from './meta/document-routes.ts';
import { operations } from './operations.ts';
import type { Services } from './services.ts';

/** The middleware of the API, in the order in which a request meets it. */
export function createApp(services: Services, metrics: HttpMetrics): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', services.configuration.trustedProxies);
  app.set('query parser', 'simple');

  app.use(requestId(services.logger, metrics));
  if (services.configuration.otlpEndpoint !== undefined) app.use(traceRequests());
  app.use(securityHeaders());
  const { webOrigin } = services.configuration;
  if (webOrigin !== undefined) app.use(crossOrigin(webOrigin));
  app.use(cookies());
  app.use('/api/v1', createRouter(operations, services));
  app.use('/api/v1', createDocumentRoutes(operations));
  app.use((_request, response) => {
    sendError(response, errors.notFound(), services.logger);
  });
  app.use(
    (error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      sendError(response, isUnreadablePath(error) ? errors.notFound() : error, services.logger);
    },
  );
  return app;
}

/** A program sends none, and need not wait for them to be parsed. */
function cookies(): express.RequestHandler {
  const parse = cookieParser();
  return (request, response, next) => {
    if (request.headers.cookie === undefined) next();
    else parse(request, response, next);
  };
}

/** A path that cannot be decoded names nothing. */
function isUnreadablePath(error: unknown): boolean {
  return error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400);
}
