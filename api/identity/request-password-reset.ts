import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { incrementHits } from '../../db/http/rate-limit-store.ts';
import { findLogin } from '../../db/identity/user-store.ts';
import { replaceUserToken } from '../../db/identity/user-token-store.ts';
import { recordAudit } from '../../db/organizations/audit-store.ts';
import type { Mailer } from '../../clients/smtp/mailer.ts';
import { originOf } from '../http/audit.ts';
import { operation } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { instructionFor } from './mail-instruction.ts';
import { createOneTimeToken } from './one-time-token.ts';
import { email } from './schemas.ts';

/** Mails that a recipient gets per hour. Further requests are accepted without a mail, as for an unknown address. */
const mailsPerHour = 3;
const hour = 3_600_000;

/**
 * Responds before it reads the database, so that neither the response nor its time reveals whether the address has
 * an account. The audit entry of a known user is written in the background; the operation itself declares no audit action.
 */
export const requestPasswordReset = operation({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/password-reset',
  tag: 'Authentication',
  summary: 'Mail a token to set a new password',
  description:
    'The response is the same for known and unknown addresses. The token is valid for 30 minutes. Without SMTP the ' +
    'operation returns `provider_unavailable`.',
  access: 'public',
  transaction: false,
  limit: 'password_reset',
  bodyLimit: 64 * 1024,
  body: z.strictObject({ email }),
  success: [202, z.object({ accepted: z.literal(true) })],
  async handle(context) {
    const { body, services } = context;
    const { mailer, background } = services;
    if (mailer === undefined) throw errors.providerUnavailable('Mail is not configured.');
    // The address of the client is unknown after the connection is closed.
    const origin = originOf(context);
    background.run('sending a password reset mail', () => mailToken(services, mailer, body.email, origin));
    return { accepted: true };
  },
});

async function mailToken(
  services: Services,
  mailer: Mailer,
  address: string,
  origin: ReturnType<typeof originOf>,
): Promise<void> {
  const { database } = services;
  const { hits } = await incrementHits(database.outside, `password_reset_mail|${address}`, hour);
  const user = await findLogin(database.outside, address);
  if (hits > mailsPerHour || user?.userStatus !== 'active') return;
  const { token, tokenHash } = createOneTimeToken();
  await database.withTenant(user.organizationId, async (tenant) => {
    await replaceUserToken(tenant, { userId: user.userId, purpose: 'password_reset', tokenHash });
    await recordAudit(tenant, {
      ...origin,
      actorType: 'system',
      actorId: undefined,
      action: 'user.password_reset_requested',
      targetType: 'user',
      targetId: user.userId,
      targetName: address,
    });
  });
  await mailer.send({
    to: address,
    subject: 'Set a new password',
    text: [
      'A new password was requested for the account of Cloud Inventory with this email address.',
      '',
      instructionFor(services, 'password-reset', token, 'Set the password'),
      '',
      'The token is valid for 30 minutes and can be used once. If you did not request it, ignore this mail.',
    ].join('\n'),
  });
}
