import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { isRoleName, permissionsOf } from '../../../domain/identity/roles.ts';
import { permissions } from '../../../domain/identity/permissions.ts';
import type { Permission } from '../../../domain/identity/permissions.ts';
import { errors } from '../../../domain/errors.ts';
import { getUser } from '../../../db/identity/user-store.ts';
import { updateLastUsed } from '../../../db/organizations/ingest-token-store.ts';
import { updateApiTokenUse } from '../../../db/organizations/api-token-store.ts';
import type {
  ApiTokenPrincipal,
  IngestPrincipal,
  SessionPrincipal,
  Tenant,
  TransactionOptions,
} from '../../../db/tenant.ts';
import type { AccessClaims } from '../../identity/access-tokens.ts';
import type { CsrfTokens } from '../../identity/csrf-tokens.ts';
import { cookieNames } from '../../identity/session-cookies.ts';
import { readCookie } from './credential.ts';
import type { Credential } from './credential.ts';
import type { Operation } from '../operation.ts';
import type { Principal } from './principal.ts';
import { parseUntrusted } from '../request/parse-untrusted.ts';
import type { Caller, RequestContext } from '../request/request-context.ts';
import { localsOf } from '../request/request-locals.ts';

/**
 * Opens a transaction of the caller's organization, checks credential, CSRF token and permission in it, and runs
 * `run` in the same transaction. One statement loads the session, user and roles and sets the organization.
 * @throws CatalogueError `invalid_token`, `account_deactivated`, `csrf_failed`, `forbidden`; for an API token `rate_limited`, and
 * `unauthorized` for that of a directory outside of SCIM.
 */
export async function authenticateAndRun<T>(
  context: RequestContext,
  credential: Credential,
  run: (principal: Principal, tenant: Tenant) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { operation, services, request } = context;
  if (credential.kind === 'ingest_token') {
    return services.database.withIngestToken(
      credential.tokenHash,
      async (token, tenant) => {
        if (token !== undefined)
          setCaller(context, 'ingest_token', token.organizationId, token.ingestTokenId);
        const principal = principalOfIngestToken(token);
        if (token?.usedLately === false && tenant !== undefined) await updateLastUsed(tenant, principal.id);
        return run(principal, requireTenant(tenant));
      },
      options,
    );
  }
  if (credential.kind === 'api_token')
    return authenticateApiToken(context, credential.tokenHash, run, options);
  const { claims, fromCookie } = credential;
  return services.database.withSession(
    claims.sid,
    async (session, tenant) => {
      if (session !== undefined) {
        setCaller(context, 'user', session.organizationId, session.userId);
        localsOf(context.response).sessionId = session.sessionId;
      }
      const principal = principalOfSession(claims, session);
      if (fromCookie) checkCsrf(request, claims.sid, services.csrfTokens);
      if (session?.lacksFactor === true && operation.withoutSecondFactor !== true)
        throw errors.forbidden(
          'Your organization requires a second factor. Enrol one with POST /auth/mfa/totp.',
        );
      authorize(principal, operation);
      const requiresVerifiedEmail =
        services.mailer !== undefined && ['members:manage', 'roles:manage'].includes(operation.access);
      if (requiresVerifiedEmail) await requireVerifiedEmail(requireTenant(tenant), principal);
      await operation.precondition?.(requireTenant(tenant));
      return run(principal, requireTenant(tenant));
    },
    { ...options, shareOf: claims.org },
  );
}

async function authenticateApiToken<T>(
  context: RequestContext,
  tokenHash: string,
  run: (principal: Principal, tenant: Tenant) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const { operation, services, response } = context;
  services.apiTokenLimit.check(tokenHash);
  return services.database.withApiToken(
    tokenHash,
    async (token, tenant) => {
      if (token !== undefined) setCaller(context, 'api_token', token.organizationId, token.apiTokenId);
      const principal = principalOfApiToken(token);
      // The token of a directory is a credential of SCIM only, and no other token is one.
      if (principal.permissions.has('scim') !== (operation.access === 'scim')) throw errors.unauthorized();
      if (context.isCounted !== true) services.apiTokenLimit.count(tokenHash, response);
      context.isCounted = true;
      authorize(principal, operation);
      await operation.precondition?.(requireTenant(tenant));
      if (token?.usedLately === false) recordUse(context, principal);
      return run(principal, requireTenant(tenant));
    },
    options,
  );
}

/** In the background, because the transaction of the request may be read-only. */
function recordUse({ services, request }: RequestContext, { organizationId, id }: Principal): void {
  services.background.run('recording the use of an API token', () =>
    services.database.withTenant(organizationId, (tenant) => updateApiTokenUse(tenant, id, request.ip)),
  );
}

function setCaller(context: RequestContext, type: Caller['type'], organizationId: string, id: string): void {
  context.caller = { type, organizationId, id };
  const locals = localsOf(context.response);
  locals.organizationId = organizationId;
  locals.userId = id;
}

function requireTenant(tenant: Tenant | undefined): Tenant {
  if (tenant === undefined) throw errors.invalidToken();
  return tenant;
}

/** @throws CatalogueError `invalid_token` for an ended session, `account_deactivated` for a deactivated user. */
function principalOfSession(claims: AccessClaims, session: SessionPrincipal | undefined): Principal {
  const matches = session?.userId === claims.sub && session.organizationId === claims.org;
  if (session === undefined || !matches) throw errors.invalidToken();
  if (session.userStatus !== 'active') throw errors.accountDeactivated();
  if (session.ended) throw errors.invalidToken();
  return {
    kind: 'user',
    organizationId: session.organizationId,
    id: session.userId,
    sessionId: session.sessionId,
    roles: session.roles,
    permissions: permissionSetOf(session.roles, session.customPermissions),
  };
}

/** @throws CatalogueError `invalid_token` for an unknown, revoked or expired token. */
function principalOfApiToken(token: ApiTokenPrincipal | undefined): Principal {
  if (token === undefined || token.ended) throw errors.invalidToken();
  return {
    kind: 'api_token',
    organizationId: token.organizationId,
    id: token.apiTokenId,
    sessionId: null,
    roles: [],
    permissions: new Set(permissions.filter((name) => token.permissions.includes(name))),
  };
}

/** @throws CatalogueError `invalid_token` for an unknown, revoked or expired token. */
function principalOfIngestToken(token: IngestPrincipal | undefined): Principal {
  if (token === undefined || token.ended) throw errors.invalidToken();
  return {
    kind: 'ingest_token',
    organizationId: token.organizationId,
    id: token.ingestTokenId,
    sessionId: null,
    roles: [],
    permissions: new Set(),
  };
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Checks the CSRF token of a request with a cookie credential. @throws CatalogueError `csrf_failed`. */
export function checkCsrf(request: Request, sessionId: string, tokens: CsrfTokens): void {
  if (safeMethods.has(request.method)) return;
  const header = request.headers['x-csrf-token'];
  const token = typeof header === 'string' ? header : undefined;
  const cookie = readCookie(request, cookieNames.csrf);
  parseUntrusted('csrf_token', () => tokens.matches(token, cookie, sessionId) || undefined);
}

/** @throws CatalogueError `forbidden`. */
function authorize(principal: Principal, { access, callers }: Operation): void {
  if (principal.kind === 'api_token' && callers === 'users')
    throw errors.forbidden('This operation is about the person who calls it. An API token cannot call it.');
  if (access === 'authenticated' || access === 'ingest') return;
  const permissions: ReadonlySet<string> = principal.permissions;
  if (!permissions.has(access)) throw errors.forbidden();
}

/** @throws CatalogueError `forbidden` for a user whose email address is not verified. */
async function requireVerifiedEmail(tenant: Tenant, principal: Principal): Promise<void> {
  const { emailVerifiedAt: verifiedAt } = await getUser(tenant, principal.id);
  if (verifiedAt === undefined)
    throw errors.forbidden('Verify your email address before you manage members and roles.');
}

/** Permission sets by built-in roles and permissions of custom roles; there are few, and every request needs one. */
const permissionSets = new LRUCache<string, ReadonlySet<Permission>>({ max: 1000 });

/** The key has the permissions of custom roles, not their ids: a changed role has another set at the next request. */
function permissionSetOf(roles: readonly string[], custom: readonly string[]): ReadonlySet<Permission> {
  const key = [...roles.filter(isRoleName), ...custom].join(',');
  const cached = permissionSets.get(key);
  if (cached !== undefined) return cached;
  const permissions = new Set(permissionsOf(roles, custom));
  permissionSets.set(key, permissions);
  return permissions;
}
