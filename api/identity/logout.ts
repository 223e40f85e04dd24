import { z } from 'zod';
import { findSession, openSessionKey, revokeSession } from '../../db/identity/session-store.ts';
import type { StoredSession } from '../../db/identity/session-store.ts';
import type { Principal } from '../http/access/principal.ts';
import { operation } from '../http/operation.ts';
import { tryParse } from '../http/request/parse-untrusted.ts';
import type { Services } from '../services.ts';
import { isSignatureValid, readRefreshToken } from './refresh-token.ts';
import type { RefreshToken } from './refresh-token.ts';
import { clearSessionCookies } from './session-cookies.ts';

/** Revokes the caller's session, and the session of `refresh_token` if it belongs to the same user. */
export const logoutOperation = operation({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  tag: 'Authentication',
  summary: 'Log out and revoke the session',
  description:
    'Revokes the session of the request, and the session of `refresh_token` if the user owns it. ' +
    'Clears the cookies.',
  access: 'authenticated',
  withoutSecondFactor: true,
  audit: 'session.revoked',
  transaction: false,
  bodyLimit: 64 * 1024,
  body: z.strictObject({ refresh_token: z.string().max(512).optional() }),
  success: [200, z.object({ logged_out: z.literal(true) }).meta({ id: 'LoggedOut' })],
  async handle({ body, principal, services, response, record }) {
    const named = tryParse(() => readRefreshToken(body.refresh_token ?? ''));
    const other = named === undefined ? undefined : await findOwnSession(services, principal, named);
    await services.database.withTenant(principal.organizationId, async (tenant) => {
      for (const id of new Set([principal.sessionId, other?.id])) {
        if (typeof id === 'string') await revokeSession(tenant, id);
      }
      await record(tenant, { type: 'session', id: principal.sessionId });
    });
    clearSessionCookies(response, services.configuration.production);
    return { logged_out: true };
  },
});

/** Returns the session of a valid refresh token of the same user, else `undefined`. */
async function findOwnSession(
  { database, encryption }: Services,
  { organizationId, id }: Principal,
  token: RefreshToken,
): Promise<StoredSession | undefined> {
  const session = await database.withTenant(organizationId, (tenant) => findSession(tenant, token.sessionId));
  if (session === undefined || session.userId !== id) return undefined;
  const key = await openSessionKey(encryption, organizationId, session);
  return isSignatureValid(key, token) ? session : undefined;
}
