import { z } from 'zod';
import { roleNames } from '../../domain/identity/roles.ts';
import { invitationStatuses } from '../../domain/values.ts';
import type { IngestToken as IngestTokenRow } from '../../db/organizations/ingest-token-store.ts';
import type { Invitation as InvitationRow } from '../../db/organizations/invitation-store.ts';
import type { User as UserRow } from '../../db/identity/user.ts';
import { presentUser, User } from '../identity/schemas.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

const rolesSchema = z.array(z.enum(roleNames));

export const Member = z
  .object({ user: User, roles: rolesSchema, joined_at: timestamp, last_login_at: timestamp.optional() })
  .meta({ id: 'Member' });

export const Invitation = z
  .object({
    id,
    email: z.string(),
    roles: rolesSchema,
    status: z.enum(invitationStatuses),
    invited_by: id,
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation' });

export const IngestToken = z
  .object({
    id,
    name: z.string(),
    prefix: z.string(),
    created_by: id,
    created_at: timestamp,
    last_used_at: timestamp.optional(),
    expires_at: timestamp.optional(),
    revoked_at: timestamp.optional(),
  })
  .meta({ id: 'IngestToken' });

/** The roles in a request: at least one, without duplicates. */
export const rolesInput = z
  .array(z.enum(roleNames))
  .min(1)
  .max(roleNames.length)
  .refine((roles) => new Set(roles).size === roles.length, 'must not repeat a role');

export function presentMember(user: UserRow): z.input<typeof Member> {
  return {
    user: presentUser(user),
    roles: user.roles as 'viewer'[],
    joined_at: iso(user.createdAt),
    last_login_at: iso(user.lastLoginAt),
  };
}

export function presentInvitation(invitation: InvitationRow): z.input<typeof Invitation> {
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

export function presentIngestToken(token: IngestTokenRow): z.input<typeof IngestToken> {
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    created_by: token.createdBy,
    created_at: iso(token.createdAt),
    last_used_at: iso(token.lastUsedAt),
    expires_at: iso(token.expiresAt),
    revoked_at: iso(token.revokedAt),
  };
}
