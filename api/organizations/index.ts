import { createIngestToken } from './create-ingest-token.ts';
import { createInvitation } from './create-invitation.ts';
import { deactivateMember } from './deactivate-member.ts';
import { getOrganization } from './get-organization.ts';
import { listAuditLog } from './list-audit-log.ts';
import { listIngestTokens } from './list-ingest-tokens.ts';
import { listInvitations } from './list-invitations.ts';
import { listMembers } from './list-members.ts';
import { listPermissions } from './list-permissions.ts';
import { listRoles } from './list-roles.ts';
import { reactivateMember } from './reactivate-member.ts';
import { replaceMemberRoles } from './replace-member-roles.ts';
import { revokeIngestToken } from './revoke-ingest-token.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { updateOrganization } from './update-organization.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

export const organizationOperations = [
  getOrganization,
  updateOrganization,
  listAuditLog,
  verifyAuditLog,
  listIngestTokens,
  createIngestToken,
  revokeIngestToken,
  listInvitations,
  createInvitation,
  revokeInvitation,
  listMembers,
  deactivateMember,
  replaceMemberRoles,
  reactivateMember,
  listRoles,
  listPermissions,
];
