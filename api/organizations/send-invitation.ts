import type { Invitation } from '../../db/organizations/invitation-store.ts';
import type { Services } from '../services.ts';

/**
 * Mails an invitation in the background. The mail contains no text that a user chose, such as the name of the organization:
 * mail programs turn text that looks like a URL into a link.
 */
export function sendInvitation(services: Services, invitation: Invitation, acceptUrl: string): void {
  const { mailer, background } = services;
  if (mailer === undefined) return;
  background.run('sending an invitation mail', () =>
    mailer.send({
      to: invitation.email,
      subject: 'Invitation to Cloud Inventory',
      text: [
        'You are invited to join an organization in Cloud Inventory.',
        '',
        `See the organization and accept the invitation: ${acceptUrl}`,
        '',
        `The invitation is valid until ${invitation.expiresAt.toISOString()} and can be used once.`,
      ].join('\n'),
    }),
  );
}
