import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import { rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { ApplicationOwner } from './application-owner-store.ts';
import { recordOwnershipEvent } from '../issues/event-store.ts';
import { refreshApplicationIssues, refreshTeamIssues } from '../issues/issue-store.ts';

/**
 * Records the event of an assigned or removed owner, and refreshes the issues that depend on it. Returns whether the
 * resources of the application can have other owners now: the owner's kind is `owner`.
 *
 * @param application the application, whose row the caller has locked
 */
export async function recordOwnerChange(
  tenant: Tenant,
  kind: 'assigned' | 'removed',
  application: { readonly id: string; readonly name: string },
  owner: ApplicationOwner,
  actorId: string,
): Promise<boolean> {
  const event = {
    target: { type: 'application', id: application.id, name: application.name },
    teamId: owner.teamId,
    userId: owner.userId,
    actorId,
    source: 'application',
    evidence: [{ kind: 'declared', key: 'kind', value: owner.kind }],
  } as const;
  await recordOwnershipEvent(tenant, { ...event, kind });
  if (kind === 'removed' && owner.teamId !== undefined) await refreshTeamIssues(tenant, [owner.teamId]);
  if (owner.kind !== 'owner') return false;
  if (await hasMembers(tenant, application.id))
    await recordOwnershipEvent(tenant, { ...event, kind: 'inherited_changed' });
  await refreshApplicationIssues(tenant, [application.id]);
  return true;
}

async function hasMembers(tenant: Tenant, applicationId: string): Promise<boolean> {
  const member = await rowOf(
    tenant,
    sql`select from memberships m where m.organization_id = ${tenant.organizationId}
      and m.application_id = ${applicationId} and m.status = any(${activeMembershipStatuses}::text[]) limit 1`,
  );
  return member !== undefined;
}
