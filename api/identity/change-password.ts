import { z } from 'zod';
import { revokeSessionsOf } from '../../db/identity/session-store.ts';
import { replacePasswordHash } from '../../db/identity/user-store.ts';
import { deletePasswordResetToken } from '../../db/identity/user-token-store.ts';
import { operation } from '../http/operation.ts';
import { checkOwnPassword, refuseCredentials } from './check-own-password.ts';
import { PasswordChanged, newPassword } from './schemas.ts';

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
  errors: ['invalid_credentials', 'forbidden', 'rate_limited', 'provider_unavailable'],
  async handle(context) {
    const { body, principal, services, record } = context;
    const { database, passwordHasher } = services;
    const { user, caller } = await checkOwnPassword(context, body.current_password);
    const newHash = await passwordHasher.hash(body.new_password, caller);
    const changed = await database.withTenant(principal.organizationId, async (tenant) => {
      if (!(await replacePasswordHash(tenant, user.id, user.passwordHash, newHash))) return false;
      await revokeSessionsOf(tenant, user.id, principal.sessionId ?? undefined);
      await deletePasswordResetToken(tenant, user.id);
      await record(tenant, { type: 'user', id: user.id, name: user.name });
      return true;
    });
    if (!changed) throw refuseCredentials(context, principal);
    return { changed: true };
  },
});
