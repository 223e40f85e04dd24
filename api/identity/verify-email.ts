import { z } from 'zod';
import { markEmailVerified } from '../../db/identity/user-store.ts';
import { consumeUserToken, findUserToken } from '../../db/identity/user-token-store.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { hashOneTimeToken } from './one-time-token.ts';
import { oneTimeToken } from './schemas.ts';

export const verifyEmailOperation = operation({
  id: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  tag: 'Authentication',
  summary: 'Verify the email address of a user',
  description:
    'The token is mailed to a new user if SMTP is configured. Until the address is verified, operations that require ' +
    'the permission `members:manage` return `forbidden`.',
  access: 'public',
  audit: 'user.email_verified',
  transaction: false,
  limit: 'one_time_token',
  bodyLimit: 64 * 1024,
  body: z.strictObject({ token: oneTimeToken }),
  success: [200, z.object({ verified: z.literal(true) }).meta({ id: 'EmailVerified' })],
  errors: ['invalid_token'],
  async handle({ body, services: { database }, record }) {
    const tokenHash = hashOneTimeToken(body.token);
    const organizationId = await findUserToken(database, 'email_verification', tokenHash);
    if (organizationId === undefined) throw errors.invalidToken();
    await database.withTenant(organizationId, async (tenant) => {
      const userId = await consumeUserToken(tenant, 'email_verification', tokenHash);
      const user = userId === undefined ? undefined : await markEmailVerified(tenant, userId);
      if (user === undefined) throw errors.invalidToken();
      const actor = { actorType: 'user', actorId: user.id, actorName: user.name } as const;
      await record(tenant, { actor, type: 'user', id: user.id, name: user.name });
    });
    return { verified: true };
  },
});
