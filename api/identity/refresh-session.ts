import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  findSession,
  finishRotation,
  lockSession,
  openSessionKey,
  revokeSession,
  rotateSession,
} from '../../db/identity/session-store.ts';
import type { Session } from '../../db/identity/session-store.ts';
import { getUser } from '../../db/identity/user-store.ts';
import type { User } from '../../db/identity/user.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import type { Organization } from '../../db/organizations/organization.ts';
import type { SessionPrincipal, Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import type { CatalogueError } from '../../domain/errors.ts';
import { checkCsrf } from '../http/access/authenticate.ts';
import { hasAuthorization, readCookie } from '../http/access/credential.ts';
import { auditOriginOf, recordRefusal } from '../http/audit.ts';
import { operation } from '../http/operation.ts';
import { parseUntrusted } from '../http/request/parse-untrusted.ts';
import { millisecondsSinceBody } from '../http/request/request-locals.ts';
import type { Services } from '../services.ts';
import { issueTokens } from './issue-tokens.ts';
import { isSignatureValid, readRefreshToken } from './refresh-token.ts';
import type { RefreshToken } from './refresh-token.ts';
import { TokenIssuance } from './schemas.ts';
import { clearSessionCookies, cookieNames } from './session-cookies.ts';

/**
 * Rotates the refresh token. A replay of a rotated token revokes the session; the revocation is committed before the
 * request is refused. Requests whose body ended before the rotation committed, and at most ten seconds ago, receive the
 * current token pair.
 */
export const refreshSessionOperation = operation({
  id: 'refreshSession',
  method: 'POST',
  path: '/auth/refresh',
  tag: 'Authentication',
  summary: 'Exchange a refresh token for new tokens',
  description:
    'Takes the refresh token from the body, else from the cookie `svc_rt`. A refresh token can be ' +
    'used once: the use of an earlier one revokes the session.',
  access: 'public',
  audit: 'session.refreshed',
  transaction: false,
  bodyLimit: 64 * 1024,
  body: z.strictObject({ refresh_token: z.string().min(1).max(512).optional() }),
  success: [200, TokenIssuance],
  sendsCsrfToken: true,
  errors: ['unauthorized', 'invalid_token', 'token_reuse', 'csrf_failed', 'account_deactivated'],
  async handle(context) {
    const { body, services, request, response, record } = context;
    const token = readToken(request, services, body.refresh_token);
    const { database } = services;
    const loaded = await database.withSession(token.sessionId, async (principal, tenant) =>
      principal === undefined || tenant === undefined
        ? undefined
        : { principal, session: await findSession(tenant, token.sessionId) },
    );
    if (loaded?.session === undefined) throw errors.invalidToken();
    const { principal, session } = loaded;
    const key = await openSessionKey(services.encryption, principal.organizationId, session);
    if (!isSignatureValid(key, token)) throw errors.invalidToken();
    const outcome = await database.withSession(token.sessionId, async (current, tenant) => {
      if (current === undefined || tenant === undefined) return errors.invalidToken();
      const rotation = await rotateOrRevoke(tenant, current, token, millisecondsSinceBody(response));
      if (!('session' in rotation)) return rotation;
      const user = await getUser(tenant, current.userId);
      const actor = { actorType: 'user', actorId: user.id, actorName: user.name } as const;
      await record(tenant, { actor, type: 'session', id: token.sessionId });
      return { ...rotation, user, organization: await getOrganization(tenant) };
    });
    if (!('session' in outcome)) {
      if (outcome.code === 'token_reuse') clearSessionCookies(response, services.configuration.production);
      recordRefusal(services, {
        ...auditOriginOf({ request, response }),
        organizationId: principal.organizationId,
        id: principal.userId,
        actorType: 'user',
        action: outcome.code === 'token_reuse' ? 'session.revoked' : 'session.refused',
        targetType: 'session',
        targetId: token.sessionId,
        details: { code: outcome.code },
      });
      throw outcome;
    }
    if (outcome.rotated) {
      await database.withTenant(principal.organizationId, (tenant) =>
        finishRotation(tenant, outcome.session),
      );
    }
    return issue(context, outcome, key);
  },
});

/** Reads the token from the body, or from the cookie with a CSRF check; `Authorization` disables the cookie. */
function readToken(request: Request, services: Services, inBody: string | undefined): RefreshToken {
  const inCookie = hasAuthorization(request) ? undefined : readCookie(request, cookieNames.refresh);
  const text = inBody ?? inCookie;
  if (text === undefined) throw errors.unauthorized();
  const token = parseUntrusted('refresh_token', () => readRefreshToken(text));
  if (inBody === undefined) checkCsrf(request, token.sessionId, services.csrfTokens);
  return token;
}

/**
 * Locks the session and rotates its token, or revokes the session if the token is replayed. Errors are returned, not
 * thrown, so that the revocation is committed.
 */
async function rotateOrRevoke(
  tenant: Tenant,
  { userStatus: status }: SessionPrincipal,
  token: RefreshToken,
  age: number,
): Promise<{ readonly session: Session; readonly rotated: boolean } | CatalogueError> {
  const session = await lockSession(tenant, token.sessionId, age);
  if (status !== 'active') return errors.accountDeactivated();
  if (session.ended || token.counter > session.counter) return errors.invalidToken();
  if (token.counter === session.counter)
    return { session: await rotateSession(tenant, session.id), rotated: true };
  // Another request rotated the token after the body of this one ended.
  const concurrent = session.rotatedSince;
  if (token.counter === session.counter - 1 && concurrent) return { session, rotated: false };
  await revokeSession(tenant, session.id);
  return errors.tokenReuse();
}

function issue(
  context: { readonly services: Services; readonly request: Request; readonly response: Response },
  { session, user, organization }: { session: Session; user: User; organization: Organization },
  key: Buffer,
) {
  return issueTokens(context, { ...session, key }, user, organization);
}
