import { z } from 'zod';
import { createSession, draftSession } from '../../db/identity/session-store.ts';
import {
  findLogin,
  hasSignedInFrom,
  recordLogin,
  replacePasswordHash,
} from '../../db/identity/user-store.ts';
import type { Login } from '../../db/identity/user-store.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { errors } from '../../domain/errors.ts';
import type { HashCaller } from '../../runtime/password-hasher.ts';
import { auditOriginOf, recordRefusal } from '../http/audit.ts';
import { operation } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { issueTokens } from './issue-tokens.ts';
import { email, TokenIssuance } from './schemas.ts';
import { ipBlockOf, sessionOriginOf } from './session-origin.ts';

/** Verifies the password outside a transaction. An unknown email takes as long as a wrong password. */
export const loginOperation = operation({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  tag: 'Authentication',
  summary: 'Log in with email and password',
  description:
    'Sets the cookies of a session and returns the same tokens. Limits the attempts by address and ' +
    'by email; a limit returns 429 with `Retry-After`.',
  access: 'public',
  audit: 'session.started',
  transaction: false,
  limit: 'login_address',
  bodyLimit: 64 * 1024,
  body: z.strictObject({ email, password: z.string().min(1).max(1024) }),
  success: [200, TokenIssuance],
  sendsCsrfToken: true,
  errors: ['invalid_credentials', 'account_deactivated', 'rate_limited', 'provider_unavailable'],
  async handle(context) {
    const { body, services, request, response, record } = context;
    await services.rateLimits.take('login_account', request, response, body.email);
    // Another limit holds over all addresses, except those from which the user signed in: an attacker cannot exhaust it
    // for the owner of the account.
    if (!(await hasSignedInFrom(services.database, body.email, ipBlockOf(request)))) {
      await services.rateLimits.take('login_account_everywhere', request, response, body.email);
    }
    await services.rateLimits.take('login_attempts', request, response);
    const caller = { address: ipBlockOf(request), account: body.email };
    const found = await findLogin(services.database.outside, body.email);
    const matches = await services.passwordHasher.verify(found?.passwordHash, body.password, caller);
    const refuse = (code: 'invalidCredentials' | 'accountDeactivated') => {
      if (found !== undefined) {
        const details = {
          code: code === 'invalidCredentials' ? 'invalid_credentials' : 'account_deactivated',
        };
        recordRefusal(services, {
          ...auditOriginOf(context),
          organizationId: found.organizationId,
          id: found.userId,
          actorType: 'user',
          action: 'session.refused',
          details,
        });
      }
      return errors[code]();
    };
    if (found === undefined || !matches) throw refuse('invalidCredentials');
    if (found.userStatus !== 'active') throw refuse('accountDeactivated');
    const current = await upgradeHash(services, found, body.password, caller);
    const draft = await draftSession(services.encryption, found.organizationId);
    const issued = await services.database.withTenant(found.organizationId, async (tenant) => {
      const user = await recordLogin(tenant, current);
      if (user === undefined) return undefined;
      const session = await createSession(tenant, user.id, draft, sessionOriginOf(request));
      const actor = { actorType: 'user', actorId: user.id, actorName: user.name } as const;
      await record(tenant, { actor, type: 'session', id: session.id });
      return { session, user, organization: await getOrganization(tenant) };
    });
    if (issued === undefined) throw refuse('invalidCredentials');
    return issueTokens(context, { ...issued.session, key: draft.key }, issued.user, issued.organization);
  },
});

/** Replaces a password hash that was created with outdated parameters. */
async function upgradeHash(
  services: Services,
  found: Login,
  password: string,
  caller: HashCaller,
): Promise<Login> {
  if (!services.passwordHasher.isOutdated(found.passwordHash)) return found;
  const newHash = await services.passwordHasher.hash(password, caller);
  const replaced = await services.database.withTenant(found.organizationId, (tenant) =>
    replacePasswordHash(tenant, found.userId, found.passwordHash, newHash),
  );
  return replaced ? { ...found, passwordHash: newHash } : found;
}
