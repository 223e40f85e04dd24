import { z } from 'zod';
import type { Mailer } from '../../clients/smtp/mailer.ts';
import { incrementHits } from '../../db/http/rate-limit-store.ts';
import { isPasswordRefused } from '../../db/identity/sso/sso-domain-store.ts';
import { findLogin, resetPassword } from '../../db/identity/user-store.ts';
import { consumeUserToken, findUserToken, replaceUserToken } from '../../db/identity/user-token-store.ts';
import { recordAudit } from '../../db/organizations/audit-store.ts';
import { errors } from '../../domain/errors.ts';
import { auditOriginOf } from '../http/audit.ts';
import { operation } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { instructionFor } from './mail-instruction.ts';
import { createOneTimeToken, hashOneTimeToken } from './one-time-token.ts';
import { PasswordChanged, email, newPassword, oneTimeToken } from './schemas.ts';
import { ipBlockOf } from './session-origin.ts';

/** Mails that a recipient gets per hour. Further requests are accepted without a mail, as for an unknown address. */
const mailsPerHour = 3;

const hour = 3_600_000;

export const passwordResetOperations = [
  /**
   * Responds before it reads the database, so that neither the response nor its time reveals whether the address has
   * an account. The audit entry of a known user is written in the background; the operation itself declares no audit action.
   */
  operation({
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
    success: [202, z.object({ accepted: z.literal(true) }).meta({ id: 'PasswordResetRequested' })],
    async handle(context) {
      const { body, services } = context;
      const { mailer, background } = services;
      if (mailer === undefined) throw errors.providerUnavailable('Mail is not configured.');
      // The address of the client is unknown after the connection is closed.
      const origin = auditOriginOf(context);
      background.run('sending a password reset mail', () => mailToken(services, mailer, body.email, origin));
      return { accepted: true };
    },
  }),
  /** Looks up the token before hashing the password, so that no password is hashed for an unknown token. */
  operation({
    id: 'confirmPasswordReset',
    method: 'POST',
    path: '/auth/password-reset/confirm',
    tag: 'Authentication',
    summary: 'Set a new password with a mailed token and revoke all sessions',
    description: 'The token of the mail can be used once.',
    access: 'public',
    audit: 'user.password_reset',
    transaction: false,
    limit: 'one_time_token',
    bodyLimit: 64 * 1024,
    body: z.strictObject({ token: oneTimeToken, new_password: newPassword }),
    success: [200, PasswordChanged],
    errors: ['invalid_token', 'provider_unavailable'],
    async handle({ body, request, services, record }) {
      const { database, passwordHasher, rateLimits } = services;
      const tokenHash = hashOneTimeToken(body.token);
      const organizationId = await findUserToken(database, 'password_reset', tokenHash);
      if (organizationId === undefined) throw errors.invalidToken();
      const passwordHash = await passwordHasher.hash(body.new_password, {
        address: ipBlockOf(request),
        account: organizationId,
      });
      const address = await database.withTenant(organizationId, async (tenant) => {
        const userId = await consumeUserToken(tenant, 'password_reset', tokenHash);
        if (userId === undefined || (await isPasswordRefused(tenant, userId))) throw errors.invalidToken();
        const user = await resetPassword(tenant, userId, passwordHash);
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
  }),
];

async function mailToken(
  services: Services,
  mailer: Mailer,
  address: string,
  origin: ReturnType<typeof auditOriginOf>,
): Promise<void> {
  const { database } = services;
  const { hits } = await incrementHits(database.outside, `password_reset_mail|${address}`, hour);
  const user = await findLogin(database.outside, address);
  // A user without password signs in by single sign-on.
  if (hits > mailsPerHour || user?.userStatus !== 'active' || user.passwordHash === undefined) return;
  const { organizationId, userId } = user;
  if (await database.withTenant(organizationId, (tenant) => isPasswordRefused(tenant, userId))) return;
  const { token, tokenHash } = createOneTimeToken();
  await database.withTenant(organizationId, async (tenant) => {
    await replaceUserToken(tenant, { userId, purpose: 'password_reset', tokenHash });
    await recordAudit(tenant, {
      ...origin,
      actorType: 'system',
      actorId: undefined,
      action: 'user.password_reset_requested',
      targetType: 'user',
      targetId: userId,
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
