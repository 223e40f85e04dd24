import { z } from 'zod';
import { roleNames } from '../../domain/identity/roles.ts';
import { findInvitation, getPendingInvitation } from '../../db/organizations/invitation-store.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';
import { hashOneTimeToken } from './one-time-token.ts';

export const InvitationTokenParams = z.object({ token: z.string().min(1).max(200) });

export const getInvitation = operation({
  id: 'getInvitation',
  method: 'GET',
  path: '/auth/invitations/{token}',
  tag: 'Authentication',
  summary: 'Get invitation details',
  access: 'public',
  transaction: false,
  limit: 'invitation',
  params: InvitationTokenParams,
  success: [
    200,
    z.object({
      email: z.string(),
      organization: z.object({ id, name: z.string(), slug: z.string() }),
      roles: z.array(z.enum(roleNames)),
      expires_at: timestamp,
    }),
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
});
