import jwt from 'jsonwebtoken';
import { HttpError } from '../scm-servers/route-table.ts';
import type { ServerRequest } from '../scm-servers/route-table.ts';
import type { GithubContext } from './context.ts';
import { canSeeInstallation, findByName, fullNameOf, repositoriesOf } from './model.ts';
import type { GithubAccount, ServerInstallation, GithubRepository } from './model.ts';

export type PermissionLevel = 'read' | 'write';

/** Checks the JWT of the App. Source: GitHub, "Generating a JSON Web Token (JWT) for a GitHub App". */
export function requireApp({ app }: GithubContext, request: ServerRequest): void {
  const token = tokenOf(request);
  try {
    const claims = jwt.verify(token, app.publicKey, { algorithms: ['RS256'] });
    const { iss, iat = 0, exp = 0 } = typeof claims === 'string' ? {} : claims;
    if (String(iss) !== app.appId && iss !== app.clientId) throw new Error('issuer');
    if (exp - iat > 660) throw new Error('lifetime');
  } catch {
    throw new HttpError(401, 'A JSON web token could not be decoded');
  }
}

/** Returns the installation of the request's token, and its repositories and permissions. */
export function requireInstallation({ model }: GithubContext, request: ServerRequest) {
  const token = model.tokens.get(tokenOf(request));
  if (token?.kind !== 'installation' || token.expiresAt.getTime() < Date.now())
    throw new HttpError(401, 'Bad credentials');
  const installation = model.installations.get(token.installationId);
  if (installation === undefined) throw new HttpError(401, 'Bad credentials');
  if (installation.suspendedAt !== undefined)
    throw new HttpError(403, 'This installation has been suspended');
  const { repositoryIds, permissions } = token;
  const repositories = repositoriesOf(model, installation).filter(
    ({ id }) => repositoryIds === undefined || repositoryIds.includes(id),
  );
  return { installation, repositories, permissions };
}

export function requireUser({ model }: GithubContext, request: ServerRequest): GithubAccount {
  const token = model.tokens.get(tokenOf(request));
  const user = token?.kind === 'user' ? model.accounts.get(token.userId) : undefined;
  if (user === undefined || user.isDeleted) throw new HttpError(401, 'Bad credentials');
  return user;
}

/** Returns the installations that the user can see. */
export function installationsOfUser(
  { model }: GithubContext,
  user: GithubAccount,
): readonly ServerInstallation[] {
  return [...model.installations.values()].filter((installation) =>
    canSeeInstallation(model, user.id, installation),
  );
}

/**
 * Returns the repository in the path. @throws HttpError 404 for a repository that the installation cannot see, 403 for a
 * missing permission or an archived repository, 301 for a former name. Public repositories of other accounts can be read.
 */
export function requireRepository(
  context: GithubContext,
  request: ServerRequest,
  permission: string,
  level: PermissionLevel = 'read',
): GithubRepository {
  const { repositories, permissions } = requireInstallation(context, request);
  const name = `${request.params['owner'] ?? ''}/${request.params['repo'] ?? ''}`;
  const own = findByName(repositories, name);
  const found = own ?? (level === 'read' ? findByName(publicRepositories(context), name) : undefined);
  if (found === undefined) throw new HttpError(404, 'Not Found');
  if (own !== undefined) requirePermission(permissions, permission, level);
  if (level === 'write' && found.isArchived)
    throw new HttpError(403, 'Repository was archived so is read-only.');
  const current = fullNameOf(found);
  if (current.toLowerCase() === name.toLowerCase()) return found;
  const { pathname, search } = request.url;
  const location = `${context.origin()}${pathname.replace(`/repos/${name}`, `/repos/${current}`)}${search}`;
  throw new HttpError(301, { message: 'Moved Permanently', url: location }, { location });
}

function publicRepositories({ model }: GithubContext): readonly GithubRepository[] {
  return [...model.repositories.values()].filter(({ isPrivate, isDeleted }) => !isPrivate && !isDeleted);
}

export function requirePermission(
  permissions: Readonly<Record<string, string>>,
  permission: string,
  level: PermissionLevel,
): void {
  const granted = permissions[permission];
  if (granted === 'write' || granted === 'admin' || (granted === 'read' && level === 'read')) return;
  throw new HttpError(403, 'Resource not accessible by integration', {
    'x-accepted-github-permissions': `${permission}=${level}`,
  });
}

export function tokenOf({ headers }: ServerRequest): string {
  return /^(?:bearer|token) (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
