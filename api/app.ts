import cookieParser from 'cookie-parser';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import helmet from 'helmet';
import { errors } from '../domain/errors.ts';
import { guardMcp } from './assistant/mcp/guard-mcp.ts';
import { createConsoleRoutes } from './console-pages/console-routes.ts';
import { crossOrigin } from './http/access/cross-origin.ts';
import type { HttpMetrics } from './http/observation/http-metrics.ts';
import type { OperationHooks } from './http/operation.ts';
import { createOperationRouter } from './http/operation-router.ts';
import { observeRequests } from './http/observation/observe-requests.ts';
import { parseUntrusted } from './http/request/parse-untrusted.ts';
import { parseQuery } from './http/request/parse-query.ts';
import { limitReceiveTime } from './http/request/receive-deadline.ts';
import { compressResponses } from './http/response/compress-responses.ts';
import { limitSendTime } from './http/response/send-deadline.ts';
import { sendError } from './http/response/send-error.ts';
import { traceRequests } from './http/observation/trace-requests.ts';
import { createDocumentRoutes } from './meta/document-routes.ts';
import { operations } from './operations.ts';
import { createScimRouter } from './scim/scim-router.ts';
import type { Services } from './services.ts';

/** Time for a body to arrive. Plans have the longer limit of the server. */
const receiveMilliseconds = 60_000;
const oneYearSeconds = 31_536_000;

/** The Express application; its middleware in the order in which it runs. */
export function createApp(services: Services, metrics: HttpMetrics, hooks: OperationHooks): Express {
  const app = express();
  const notFound: RequestHandler = (_request, response) => {
    sendError(response, errors.notFound(), services.logger);
  };
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', services.configuration.trustedProxies);
  app.set('query parser', parseQuery);
  app.enable('case sensitive routing');

  app.use(observeRequests(services.logger, metrics));
  if (services.configuration.otlpEndpoint !== undefined) app.use(traceRequests());
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
      },
      strictTransportSecurity: { maxAge: oneYearSeconds, includeSubDomains: true },
      referrerPolicy: { policy: 'no-referrer' },
    }),
  );
  app.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  const { webOrigin } = services.configuration;
  if (webOrigin !== undefined) app.use(crossOrigin(webOrigin));
  app.use(requireHost(services));
  app.use(compressResponses());
  // By default, Express responds to OPTIONS of a known path with 200 and an Allow header.
  app.options(/.*/, notFound);
  app.use(limitReceiveTime(receiveMilliseconds, services.logger));
  app.use(limitSendTime());
  app.use(readCookies(services));
  app.all('/api/v1/mcp', guardMcp(services));
  app.use('/api/v1', createOperationRouter(operations, services, hooks));
  app.use('/api/v1', createDocumentRoutes(operations));
  app.use('/scim/v2', createScimRouter(services));
  if (services.configuration.console) app.use(createConsoleRoutes(services.logger));
  app.use(notFound);
  app.use(handleError(services));
  return app;
}

/** RFC 9112, section 3.2: a server rejects a request of HTTP/1.1 without a Host header. */
function requireHost({ logger }: Services): RequestHandler {
  return (request, response, next) => {
    const isMissing = request.httpVersion === '1.1' && request.headers.host === undefined;
    if (isMissing) sendError(response, errors.validationFailed('Host', 'is required'), logger);
    else next();
  };
}

/** Parses the cookies into `request.cookies`. */
function readCookies({ logger }: Services): RequestHandler {
  const parse = cookieParser();
  return (request, response, next) => {
    try {
      parseUntrusted('cookies', () => {
        parse(request, response, () => undefined);
        return true;
      });
    } catch (error) {
      sendError(response, error, logger);
      return;
    }
    next();
  };
}

function handleError({ logger }: Services): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    sendError(response, isClientError(error) ? errors.notFound() : error, logger);
  };
}

/**
 * Whether Express reports an error with status 4xx: 400 for a path parameter with invalid percent-encoding, 412 for a
 * failed `If-Match` of a file below /docs.
 */
function isClientError(error: unknown): boolean {
  if (error instanceof URIError) return true;
  return error instanceof Error && 'status' in error && Number(error.status) < 500;
}
