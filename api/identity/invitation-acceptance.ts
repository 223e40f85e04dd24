import { z } from 'zod';
import { createSession, draftSession } from '../../db/identity/session-store.ts';
import { isPasswordRefused, requireFreeDomain } from '../../db/identity/sso/sso-domain-store.ts';
import { createUser } from '../../db/identity/user-store.ts';
import {
  findInvitation,
  getPendingInvitation,
  markInvitationAccepted,
} from '../../db/organizations/invitation-store.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { id, iso, shortText, timestamp } from '../http/schemas.ts';
import { issueTokens } from './issue-tokens.ts';
import { hashOneTimeToken } from './one-time-token.ts';
import { heldRoles, newPassword, TokenIssuance } from './schemas.ts';
import { sendVerification } from './send-verification.ts';
import { ipBlockOf, sessionOriginOf } from './session-origin.ts';

const InvitationTokenParams = z.object({ token: z.string().min(1).max(200) });

export const invitationAcceptanceOperations = [
  operation({
    id: 'getInvitation',
    method: 'GET',
    path: '/auth/invitations/{token}',
    tag: 'Authentication',
    summary: 'Get invitation details',
    description:
      'Needs no credential but the token of the invitation. Returns 409 `invitation_invalid` for one ' +
      'that was accepted, revoked or has expired.',
    access: 'public',
    transaction: false,
    limit: 'invitation',
    params: InvitationTokenParams,
    success: [
      200,
      z
        .object({
          email: z.string(),
          organization: z.object({ id, name: z.string(), slug: z.string() }),
          roles: heldRoles,
          expires_at: timestamp,
        })
        .meta({ id: 'InvitationDetails' }),
    ],
    errors: ['invitation_invalid'],
    async handle({ params, services: { database } }) {
      const found = await findInvitation(database, hashOneTimeToken(params.token));
      return database.withTenant(found.organizationId, async (tenant) => {
        const invitation = await getPendingInvitation(tenant, found.id);
        const { id: organizationId, name, slug } = await getOrganization(tenant);
        return {
          email: invitation.email,
          organization: { id: organizationId, name, slug },
          roles: invitation.roles,
          expires_at: iso(invitation.expiresAt),
        };
      });
    },
  }),
  /** Looks up the invitation before hashing the password, so that no password is hashed for an unknown token. */
  operation({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/auth/invitations/{token}/accept',
    tag: 'Authentication',
    summary: 'Accept an invitation and create the user',
    description: 'Creates the user with the roles of the invitation, and returns the tokens of a session.',
    access: 'public',
    audit: 'invitation.accepted',
    transaction: false,
    limit: 'one_time_token',
    bodyLimit: 64 * 1024,
    params: InvitationTokenParams,
    body: z.strictObject({ name: shortText, password: newPassword }),
    success: [201, TokenIssuance],
    sendsCsrfToken: true,
    errors: ['invitation_invalid', 'email_taken', 'forbidden', 'provider_unavailable'],
    async handle(context) {
      const { params, body, services, request, record } = context;
      const tokenHash = hashOneTimeToken(params.token);
      const { organizationId, id } = await findInvitation(services.database, tokenHash);
      await services.database.withTenant(organizationId, (tenant) => getPendingInvitation(tenant, id));
      const passwordHash = await services.passwordHasher.hash(body.password, {
        address: ipBlockOf(request),
        account: id,
      });
      const draft = await draftSession(services.encryption, organizationId);
      const created = await services.database.withTenant(organizationId, async (tenant) => {
        const { email, roles } = await markInvitationAccepted(tenant, tokenHash);
        await requireFreeDomain(tenant, email, organizationId);
        // The inviter received the token, too, so accepting does not prove access to the mailbox.
        const emailVerified = services.mailer === undefined;
        const user = await createUser(tenant, { email, name: body.name, passwordHash, roles, emailVerified });
        if (await isPasswordRefused(tenant, user.id))
          throw errors.forbidden(
            'Your organization requires single sign-on. Sign in with it to accept the invitation.',
          );
        await sendVerification(services, tenant, user);
        const session = await createSession(tenant, user.id, draft, sessionOriginOf(request));
        const actor = { actorType: 'user', actorId: user.id, actorName: user.name } as const;
        await record(tenant, {
          actor,
          type: 'invitation',
          id,
          name: email,
          details: { user_id: user.id, roles },
        });
        return { session, user, organization: await getOrganization(tenant) };
      });
      return issueTokens(context, { ...created.session, key: draft.key }, created.user, created.organization);
    },
  }),
];
