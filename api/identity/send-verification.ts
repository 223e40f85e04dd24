import { replaceUserToken } from '../../db/identity/user-token-store.ts';
import type { User } from '../../db/identity/user.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../services.ts';
import { createOneTimeToken } from './one-time-token.ts';
import { instructionFor } from './mail-instruction.ts';

/**
 * Creates a token that verifies the user's address, and mails it after the commit. Does nothing without SMTP. The mail
 * contains no text of the request: anyone can sign up with the address of somebody else.
 */
export async function sendVerification(services: Services, tenant: Tenant, user: User): Promise<void> {
  const { mailer, background } = services;
  if (mailer === undefined) return;
  const { token, tokenHash } = createOneTimeToken();
  await replaceUserToken(tenant, { userId: user.id, purpose: 'email_verification', tokenHash });
  tenant.afterCommit(async () =>
    background.run('sending a verification mail', () =>
      mailer.send({
        to: user.email,
        subject: 'Verify your email address',
        text: [
          'An account of Cloud Inventory was created with this email address.',
          '',
          instructionFor(services, 'verify-email', token, 'Verify the address'),
          '',
          'The token is valid for seven days and can be used once. If you did not create the account, ignore this mail.',
        ].join('\n'),
      }),
    ),
  );
}
