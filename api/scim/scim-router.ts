import express from 'express';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { isUuid } from '../../domain/is-uuid.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import { authenticateAndRun } from '../http/access/authenticate.ts';
import { readCredential } from '../http/access/credential.ts';
import { auditRefusal, auditSuccess } from '../http/audit.ts';
import { operation } from '../http/operation.ts';
import { hasBody, readJsonBody } from '../http/request/read-body.ts';
import type { RequestContext } from '../http/request/request-context.ts';
import { localsOf } from '../http/request/request-locals.ts';
import { validate } from '../http/request/validate.ts';
import { hasEntityTag } from '../http/response/entity-tag.ts';
import { releaseEmail } from '../identity/release-email.ts';
import type { Services } from '../services.ts';
import { scimDocumentRoutes } from './scim-documents.ts';
import type { ScimAnswer, ScimRoute } from './scim-route.ts';
import { scimGroupRoutes } from './scim-groups.ts';
import { scimUserRoutes } from './scim-users.ts';
import { sendScim, sendScimError } from './send-scim.ts';

const routes: readonly ScimRoute[] = [...scimDocumentRoutes, ...scimUserRoutes, ...scimGroupRoutes];

const bodyLimit = 1024 * 1024;
const mediaTypes = ['application/scim+json', 'application/json'];
/** A body is refused by the type that it is parsed as, as in the API. */
const bodyObject = z.record(z.string(), z.unknown());
/** How often a handler runs again because an address was freed. */
const maximumReleases = 3;

/** Routes the requests of directories (SCIM 2.0, RFC 7644). Answers other paths and methods with 404. */
export function createScimRouter(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const fail = (response: Response, error: unknown) => sendScimError(response, error, services.logger);
  const notFound: RequestHandler = (_request, response) => fail(response, errors.notFound());
  const handleError: ErrorRequestHandler = (error: unknown, _request, response, _next) =>
    fail(response, error instanceof URIError ? errors.notFound() : error);
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[route.method.toLowerCase() as 'get'](path, createHandler(route, services, fail));
  }
  router.use(notFound);
  router.use(handleError);
  return router;
}

function createHandler(
  route: ScimRoute,
  services: Services,
  fail: (response: Response, error: unknown) => void,
): RequestHandler {
  const { method, path } = route;
  const name = `/scim/v2${path}`;
  // What authentication and the audit log need to know of an operation.
  const declaration = operation({
    id: name,
    method,
    path: name,
    tag: 'SCIM',
    summary: name,
    access: 'scim',
    success: [200, z.unknown()],
    handle: () => Promise.resolve(undefined),
  });
  return async (request, response) => {
    localsOf(response).operation = `${method} ${name}`;
    const context: RequestContext = {
      operation: declaration,
      services,
      request,
      response,
      signal: undefined,
    };
    try {
      const answer = await run(route, context);
      send(request, response, answer);
    } catch (error) {
      auditRefusal(context, error instanceof ScimError ? error.error : error);
      fail(response, error);
    }
  };
}

type SentAnswer = Exclude<ScimAnswer, { readonly release: unknown }>;

async function run(route: ScimRoute, context: RequestContext): Promise<SentAnswer> {
  const { operation: declaration, services, request, response } = context;
  const credential = readCredential(request, declaration, services.accessTokens);
  if (credential.kind !== 'api_token') throw errors.unauthorized();
  const { reads } = route;
  let body: Readonly<Record<string, unknown>> = {};
  if (hasBody(request) && route.method !== 'GET' && route.method !== 'DELETE') {
    // No transaction is open while the body is received.
    await authenticateAndRun(context, credential, () => Promise.resolve(), { readOnly: true });
    body = validate(bodyObject, await readJsonBody(request, response, bodyLimit, mediaTypes), 'body');
  }
  const { id = '', name = '' } = request.params as { readonly id?: string; readonly name?: string };
  for (let releases = 0; ; releases += 1) {
    const answer = await authenticateAndRun(
      context,
      credential,
      async (principal, tenant) => {
        if (route.path.includes('{id}') && !isUuid(id)) throw errors.notFound();
        return route.handle({
          services,
          principal,
          tenant,
          id,
          name,
          query: request.query,
          body,
          ifMatch: request.headers['if-match'],
          record: (inTransaction, target) =>
            auditSuccess(context, inTransaction, principal, target, undefined),
        });
      },
      { readOnly: reads },
    );
    if (!('release' in answer)) return answer;
    if (releases === maximumReleases) throw errors.emailTaken();
    await releaseEmail(context, answer.release);
  }
}

function send(request: Request, response: Response, { status, body, version, location }: SentAnswer): void {
  if (version !== undefined) response.setHeader('ETag', version);
  if (location !== undefined) response.setHeader('Location', location);
  const known = request.headers['if-none-match'];
  const isKnown = request.method === 'GET' && version !== undefined && known !== undefined;
  if (isKnown && hasEntityTag(known, version)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  sendScim(response, status, body);
}
