import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { createInvitation as store } from '../../db/organizations/invitation-store.ts';
import { findLogin } from '../../db/identity/user-store.ts';
import { createOneTimeToken } from '../identity/one-time-token.ts';
import { email } from '../identity/schemas.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { Invitation, presentInvitation, rolesInput } from './schemas.ts';
import { sendInvitation } from './send-invitation.ts';

export const createInvitation = operation({
  id: 'createInvitation',
  method: 'POST',
  path: '/organization/invitations',
  tag: 'Organization',
  summary: 'Invite a user to the organization',
  description:
    'The invitation is valid for seven days. `token` and `accept_url` are returned once. If SMTP is configured, the ' +
    'invitation is also sent by email.',
  access: 'members:manage',
  audit: 'invitation.created',
  body: z.strictObject({ email, roles: rolesInput }),
  limits: ({ principal }) => [['invitations_sent', principal.organizationId]],
  success: [201, Invitation.extend({ token: z.string(), accept_url: z.string() })],
  errors: ['email_taken', 'conflict'],
  async handle({ body, principal, tenant, services, audit }) {
    if ((await findLogin(tenant, body.email)) !== undefined) throw errors.emailTaken();
    const { token, tokenHash } = createOneTimeToken();
    const invitation = await store(tenant, { ...propertiesOf(body), tokenHash, invitedBy: principal.id });
    const { rateLimits, mailer } = services;
    const recipient = JSON.stringify([principal.organizationId, body.email]);
    await rateLimits.takeInTransaction('invitations_received', tenant, recipient);
    // Organizations together must not flood a mailbox.
    if (mailer !== undefined) await rateLimits.takeInTransaction('invitations_mailed', tenant, body.email);
    const acceptUrl = acceptUrlOf(services, token);
    audit({ id: invitation.id, name: invitation.email, details: { roles: body.roles } });
    tenant.afterCommit(async () => sendInvitation(services, invitation, acceptUrl));
    return { ...presentInvitation(invitation), token, accept_url: acceptUrl };
  },
});

/** Returns the URL of the web application's invitation page, or of the API if no web origin is configured. */
function acceptUrlOf({ configuration }: Services, token: string): string {
  const { webOrigin, publicUrl } = configuration;
  return webOrigin === undefined
    ? `${publicUrl}/api/v1/auth/invitations/${token}`
    : `${webOrigin}/invitations/${token}`;
}
