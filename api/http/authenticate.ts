import type { Request } from 'express';
import { permissionsOf } from '../../domain/identity/roles.ts';
import type { Permission } from '../../domain/identity/permissions.ts';
import { errors } from '../../domain/errors.ts';
import type { IngestPrincipal, SessionPrincipal } from '../../db/tenant.ts';
import type { AccessClaims } from '../identity/access-tokens.ts';
import type { CsrfTokens } from '../identity/csrf-tokens.ts';
import { cookieNames } from '../identity/session-cookies.ts';
import { readCookie } from './credential.ts';
import type { Access } from './operation.ts';
import type { Principal } from './principal.ts';

/** @throws CatalogueError `invalid_token` for a session that ended, `account_deactivated` for a deactivated user. */
export function principalOfSession(claims: AccessClaims, session: SessionPrincipal | null): Principal {
  const belongs = session?.user_id === claims.sub && session.organization_id === claims.org;
  if (session === null || !belongs) throw errors.invalidToken();
  if (session.user_status !== 'active') throw errors.accountDeactivated();
  if (session.revoked_at !== null || session.expires_at.getTime() <= Date.now()) throw errors.invalidToken();
  return {
    kind: 'user',
    organizationId: session.organization_id,
    id: session.user_id,
    sessionId: session.session_id,
    roles: session.roles,
    permissions: permissionSetOf(session.roles),
  };
}

/** @throws CatalogueError `invalid_token` for a token that is unknown, revoked or expired. */
export function principalOfIngestToken(token: IngestPrincipal | null): Principal {
  if (token === null || token.ended) throw errors.invalidToken();
  return {
    kind: 'ingest_token',
    organizationId: token.organization_id,
    id: token.ingest_token_id,
    sessionId: null,
    roles: [],
    permissions: permissionSetOf([]),
  };
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** For requests that a cookie authenticates. @throws CatalogueError `csrf_failed`. */
export function checkCsrf(request: Request, sessionId: string, tokens: CsrfTokens): void {
  if (safeMethods.has(request.method)) return;
  const header = request.headers['x-csrf-token'];
  const given = typeof header === 'string' ? header : undefined;
  if (!tokens.matches(given, readCookie(request, cookieNames.csrf), sessionId)) throw errors.csrfFailed();
}

/** @throws CatalogueError `forbidden`. */
export function authorize(principal: Principal, access: Access): void {
  if (access === 'authenticated' || access === 'ingest') return;
  const held: ReadonlySet<string> = principal.permissions;
  if (!held.has(access)) throw errors.forbidden();
}

const permissionSets = new Map<string, ReadonlySet<Permission>>();

/** There are few combinations of roles, and every request asks for one. */
function permissionSetOf(roles: readonly string[]): ReadonlySet<Permission> {
  const name = roles.join(',');
  const known = permissionSets.get(name);
  if (known !== undefined) return known;
  const made = new Set(permissionsOf(roles));
  permissionSets.set(name, made);
  return made;
}
