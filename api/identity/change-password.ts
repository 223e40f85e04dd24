import { z } from 'zod';
import { revokeSessionsOf } from '../../db/identity/session-store.ts';
import { getUser, replacePasswordHash } from '../../db/identity/user-store.ts';
import { deletePasswordResetToken } from '../../db/identity/user-token-store.ts';
import { errors } from '../../domain/errors.ts';
import { auditOriginOf, recordRefusal } from '../http/audit.ts';
import { operation } from '../http/operation.ts';
import { PasswordChanged, newPassword } from './schemas.ts';
import { ipBlockOf } from './session-origin.ts';

export const changePasswordOperation = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/password',
  tag: 'Authentication',
  summary: 'Change the password and revoke all other sessions',
  description: 'The session of the request stays. All other sessions of the user are revoked at once.',
  access: 'authenticated',
  audit: 'user.password_changed',
  transaction: false,
  bodyLimit: 64 * 1024,
  body: z.strictObject({ current_password: z.string().min(1).max(1024), new_password: newPassword }),
  success: [200, PasswordChanged],
  errors: ['invalid_credentials', 'rate_limited', 'provider_unavailable'],
  async handle(context) {
    const { body, principal, services, request, response, record } = context;
    for (const limit of ['login_account', 'login_account_everywhere'] as const)
      await services.rateLimits.take(limit, request, response, principal.id);
    const { database, passwordHasher } = services;
    const user = await database.withTenant(principal.organizationId, (tenant) =>
      getUser(tenant, principal.id),
    );
    const caller = { address: ipBlockOf(request), account: principal.id };
    const matches = await passwordHasher.verify(user.passwordHash, body.current_password, caller);
    const newHash = matches ? await passwordHasher.hash(body.new_password, caller) : undefined;
    const changed =
      newHash !== undefined &&
      (await database.withTenant(principal.organizationId, async (tenant) => {
        if (!(await replacePasswordHash(tenant, user.id, user.passwordHash, newHash))) return false;
        await revokeSessionsOf(tenant, user.id, principal.sessionId ?? undefined);
        await deletePasswordResetToken(tenant, user.id);
        await record(tenant, { type: 'user', id: user.id, name: user.name });
        return true;
      }));
    if (changed) return { changed: true };
    recordRefusal(services, {
      ...auditOriginOf(context),
      organizationId: principal.organizationId,
      id: principal.id,
      actorType: 'user',
      action: 'session.refused',
      details: { code: 'invalid_credentials' },
    });
    throw errors.invalidCredentials();
  },
});
