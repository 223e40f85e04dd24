import type { Request } from 'express';
import { permissionsOf } from '../../domain/access/roles.ts';
import { errors } from '../../domain/errors.ts';
import type { SessionPrincipal } from '../../db/tenant.ts';
import type { AccessClaims, AccessTokens } from '../auth/access-tokens.ts';
import type { Principal } from './principal.ts';

/** The claims of the access token that the request carries. @throws CatalogueError `unauthorized`, `invalid_token`. */
export function readAccessClaims(request: Request, tokens: AccessTokens): AccessClaims {
  const header = request.headers.authorization;
  const token = header === undefined ? undefined : /^Bearer ([^\s]+)$/i.exec(header)?.[1];
  if (token === undefined) throw errors.unauthorized();
  return tokens.verify(token);
}

/** @throws CatalogueError `invalid_token` for a session that ended, `account_deactivated` for a deactivated user. */
export function principalOf(claims: AccessClaims, session: SessionPrincipal | null): Principal {
  const belongs = session?.user_id === claims.sub && session.organization_id === claims.org;
  if (session === null || !belongs) throw errors.invalidToken();
  if (session.user_status !== 'active') throw errors.accountDeactivated();
  if (session.revoked_at !== null || session.expires_at <= new Date()) throw errors.invalidToken();
  return {
    kind: 'user',
    organizationId: session.organization_id,
    id: session.user_id,
    sessionId: session.session_id,
    roles: session.roles,
    permissions: new Set(permissionsOf(session.roles)),
  };
}

/** @throws CatalogueError `forbidden`. */
export function authorize(principal: Principal, access: string): void {
  if (access === 'authenticated') return;
  const held: ReadonlySet<string> = principal.permissions;
  if (!held.has(access)) throw errors.forbidden();
}
