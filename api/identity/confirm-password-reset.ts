import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { resetPassword } from '../../db/identity/user-store.ts';
import { consumeUserToken, findUserToken } from '../../db/identity/user-token-store.ts';
import { operation } from '../http/operation.ts';
import { hashOneTimeToken } from './one-time-token.ts';
import { newPassword, oneTimeToken } from './schemas.ts';

/** Looks up the token before hashing the password, so that no password is hashed for an unknown token. */
export const confirmPasswordReset = operation({
  id: 'confirmPasswordReset',
  method: 'POST',
  path: '/auth/password-reset/confirm',
  tag: 'Authentication',
  summary: 'Set a new password with a mailed token and revoke all sessions',
  access: 'public',
  audit: 'user.password_reset',
  transaction: false,
  limit: 'one_time_token',
  bodyLimit: 64 * 1024,
  body: z.strictObject({ token: oneTimeToken, new_password: newPassword }),
  success: [200, z.object({ changed: z.literal(true) })],
  errors: ['invalid_token'],
  async handle({ body, request, services, record }) {
    const { database, passwordHasher, rateLimits } = services;
    const tokenHash = hashOneTimeToken(body.token);
    const organizationId = await findUserToken(database, 'password_reset', tokenHash);
    if (organizationId === undefined) throw errors.invalidToken();
    const passwordHash = await passwordHasher.hash(body.new_password);
    const address = await database.withTenant(organizationId, async (tenant) => {
      const userId = await consumeUserToken(tenant, 'password_reset', tokenHash);
      const user = userId === undefined ? undefined : await resetPassword(tenant, userId, passwordHash);
      if (user === undefined) throw errors.invalidToken();
      const actor = { actorType: 'user', actorId: user.id, actorName: user.name } as const;
      await record(tenant, { actor, type: 'user', id: user.id, name: user.name });
      return user.email;
    });
    // Lets the owner log in, also from the address where the owner tried wrong passwords, and while an attacker exhausts the
    // limit of the account.
    await rateLimits.reset('login_account_everywhere', request, address);
    await rateLimits.reset('login_account', request, address);
    return { changed: true };
  },
});
