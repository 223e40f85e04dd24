import { HttpError } from '../scm-servers/route-table.ts';
import type { ServerRequest } from '../scm-servers/route-table.ts';
import type { GitlabContext } from './context.ts';
import { fullPathOf, isInGroup, projectPathOf } from './model.ts';
import type { ServerGroup, GitlabProject, ServerToken } from './model.ts';

/** Returns the token of a request. @throws HttpError 401 with the reason, as GitLab names it. */
export function requireToken({ model }: GitlabContext, { headers }: ServerRequest): ServerToken {
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  const found = model.tokens.get(bearer ?? String(headers['private-token'] ?? ''));
  if (found === undefined) throw new HttpError(401, '401 Unauthorized');
  if (found.isRevoked) throw invalidToken('Token was revoked. You have to re-authorize from the user.');
  if (found.expiresAt !== undefined && Date.parse(found.expiresAt) <= Date.now())
    throw invalidToken('Token is expired. You can either do re-authorization or token refresh.');
  return found;
}

/** @throws HttpError 403 when the token lacks the scope; `api` includes `read_api`. */
export function requireScope(
  context: GitlabContext,
  request: ServerRequest,
  scope: 'read_api' | 'api',
): ServerToken {
  const token = requireToken(context, request);
  if (token.scopes.includes('api') || token.scopes.includes(scope)) return token;
  throw new HttpError(403, {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope,
  });
}

/** Returns the group in the path, by id or full path. @throws HttpError 404 for groups outside of the token's. */
export function requireGroup(context: GitlabContext, request: ServerRequest): ServerGroup {
  const { group: own } = requireScope(context, request, 'read_api');
  const id = request.params['id'] ?? '';
  const found = [...context.model.groups.values()].find(
    (group) => String(group.id) === id || fullPathOf(group) === id,
  );
  if (found === undefined || !isInGroup(found, own)) throw new HttpError(404, '404 Group Not Found');
  return found;
}

/** Returns the project in the path, by id or full path. @throws HttpError 404 for private projects of other groups. */
export function requireProject(
  context: GitlabContext,
  request: ServerRequest,
  scope: 'read_api' | 'api' = 'read_api',
): GitlabProject {
  const { group } = requireScope(context, request, scope);
  const id = request.params['id'] ?? '';
  const found = [...context.model.projects.values()].find(
    (project) => String(project.id) === id || projectPathOf(project) === id,
  );
  const isVisible =
    found !== undefined &&
    !found.isDeleted &&
    (isInGroup(found.namespace, group) || (scope === 'read_api' && found.visibility !== 'private'));
  if (!isVisible) throw new HttpError(404, '404 Project Not Found');
  if (scope === 'api' && found.isArchived) throw new HttpError(403, '403 Forbidden');
  return found;
}

function invalidToken(description: string): HttpError {
  return new HttpError(401, { error: 'invalid_token', error_description: description });
}

/** As {@link requireProject} for a request that pushes commits. @throws HttpError 403 for the role Reporter. */
export function requirePush(context: GitlabContext, request: ServerRequest): GitlabProject {
  const project = requireProject(context, request, 'api');
  if (requireToken(context, request).role === 'reporter')
    throw new HttpError(403, 'You are not allowed to push into this branch');
  return project;
}
