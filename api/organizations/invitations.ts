import { z } from 'zod';
import { requireFreeDomain } from '../../db/identity/sso/sso-domain-store.ts';
import { findLogin } from '../../db/identity/user-store.ts';
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '../../db/organizations/invitation-store.ts';
import type { Invitation as InvitationRow } from '../../db/organizations/invitation-store.ts';
import { errors } from '../../domain/errors.ts';
import { invitationStatuses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { Deleted, id, iso, timestamp } from '../http/schemas.ts';
import { createOneTimeToken } from '../identity/one-time-token.ts';
import { email, heldRoles } from '../identity/schemas.ts';
import { pagesUrl } from '../../runtime/pages-url.ts';
import type { Services } from '../services.ts';
import { rolesInput } from './members.ts';
import { requireGrantableRoles } from './require-grantable-roles.ts';

const Invitation = z
  .object({
    id,
    email: z.string(),
    roles: heldRoles,
    status: z.enum(invitationStatuses),
    invited_by: id,
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation' });

export const invitationOperations = [
  operation({
    id: 'listInvitations',
    method: 'GET',
    path: '/organization/invitations',
    tag: 'Organization',
    summary: 'List pending invitations',
    description: 'Lists the invitations that can still be accepted.',
    access: 'members:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(Invitation)],
    async handle(context) {
      const { request, envelope } = pager(context, 'invitations', context.query);
      const rows = await listInvitations(context.tenant, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, (invitation) => [invitation.id]),
        presentInvitation,
      );
    },
  }),
  operation({
    id: 'createInvitation',
    method: 'POST',
    path: '/organization/invitations',
    tag: 'Organization',
    summary: 'Invite a user to the organization',
    description:
      'The invitation is valid for seven days. `token` and `accept_url` are returned once. If SMTP is configured, the ' +
      'invitation is also sent by email. Nobody gives a role with a permission that they do not have.',
    access: 'members:manage',
    audit: 'invitation.created',
    body: z.strictObject({ email, roles: rolesInput }),
    limits: ({ principal }) => [['invitations_sent', principal.organizationId]],
    returnsSecret: true,
    success: [
      201,
      Invitation.extend({ token: z.string(), accept_url: z.string() }).meta({ id: 'CreatedInvitation' }),
    ],
    errors: ['email_taken', 'conflict'],
    async handle({ body, principal, tenant, services, audit }) {
      await requireFreeDomain(tenant, body.email, principal.organizationId);
      await requireGrantableRoles(tenant, principal, body.roles);
      if ((await findLogin(tenant, body.email)) !== undefined) throw errors.emailTaken();
      const { token, tokenHash } = createOneTimeToken();
      const invitation = await createInvitation(tenant, {
        ...propertiesOf(body),
        tokenHash,
        invitedBy: principal.id,
      });
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
  }),
  operation({
    id: 'revokeInvitation',
    method: 'DELETE',
    path: '/organization/invitations/{id}',
    tag: 'Organization',
    summary: 'Revoke an invitation',
    description: 'The link of the mail stops working.',
    access: 'members:manage',
    audit: 'invitation.revoked',
    success: [200, Deleted],
    errors: ['invitation_invalid'],
    async handle({ params, tenant, audit }) {
      const invitation = await revokeInvitation(tenant, params.id);
      audit({ id: invitation.id, name: invitation.email });
      return { id: invitation.id, deleted: true };
    },
  }),
];

/** Returns the URL of the page that accepts an invitation, or of the API if there are no pages. */
function acceptUrlOf({ configuration }: Services, token: string): string {
  const pages = pagesUrl(configuration);
  return pages === undefined
    ? `${configuration.publicUrl}/api/v1/auth/invitations/${token}`
    : `${pages}/invitations/${token}`;
}

/**
 * Mails an invitation in the background. The mail contains no text that a user chose, such as the name of the organization:
 * mail programs turn text that looks like a URL into a link.
 */
function sendInvitation(services: Services, invitation: InvitationRow, acceptUrl: string): void {
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

function presentInvitation(invitation: InvitationRow): z.input<typeof Invitation> {
  return {
    id: invitation.id,
    email: invitation.email,
    roles: [...invitation.roles],
    status: invitation.status,
    invited_by: invitation.invitedBy,
    created_at: iso(invitation.createdAt),
    expires_at: iso(invitation.expiresAt),
  };
}
