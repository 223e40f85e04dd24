import { requestInference } from '../../commands/ownership/request-inference.ts';
import { deactivateMember, reactivateMember } from '../../db/organizations/member-store.ts';
import { recordUserStatusChange } from '../../db/ownership/owners/record-status-change.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Principal } from '../http/access/principal.ts';
import type { AuditTarget } from '../http/operation.ts';
import type { Services } from '../services.ts';

interface StatusChange {
  readonly tenant: Tenant;
  readonly services: Services;
  readonly principal: Principal;
  readonly record: (tenant: Tenant, target: AuditTarget) => Promise<void>;
}

/**
 * Deactivates a member as {@link deactivateMember}, reevaluates what the member owned, and audits the deactivation and the revoked
 * API tokens. Returns the ingest tokens that the member created.
 * @throws CatalogueError `not_found`, `last_admin`
 */
export async function endMembership(
  { tenant, services, principal, record }: StatusChange,
  userId: string,
  keepTokens: boolean,
) {
  const { user, changed, revokedInvitations, tokens, apiTokens } = await deactivateMember(
    tenant,
    userId,
    keepTokens,
  );
  if (changed) {
    const applications = await recordUserStatusChange(tenant, user, principal.id);
    await requestInference(tenant, services, 'application', applications);
  }
  for (const { id, name, revokedReason } of apiTokens)
    await record(tenant, {
      action: 'api_token.revoked',
      type: 'api_token',
      id,
      name,
      details: { reason: revokedReason },
    });
  await record(tenant, {
    action: 'member.deactivated',
    type: 'member',
    id: user.id,
    name: user.name,
    details: {
      revoked_invitations: revokedInvitations,
      revoked_api_tokens: apiTokens.map(({ id }) => id),
      [keepTokens ? 'kept_ingest_tokens' : 'revoked_ingest_tokens']: tokens.map(({ id }) => id),
    },
  });
  return { user, tokens };
}

/** Reactivates a member, reevaluates what the member owns, and audits it. @throws CatalogueError `not_found` */
export async function resumeMembership(
  { tenant, services, principal, record }: StatusChange,
  userId: string,
) {
  const { user, changed } = await reactivateMember(tenant, userId);
  if (changed) {
    const applications = await recordUserStatusChange(tenant, user, principal.id);
    await requestInference(tenant, services, 'application', applications);
  }
  await record(tenant, { action: 'member.reactivated', type: 'member', id: user.id, name: user.name });
  return user;
}
