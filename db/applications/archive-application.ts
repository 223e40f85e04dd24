import { statusesChangedBy } from '../../domain/applications/membership-transitions.ts';
import { recordOwnershipEvent } from '../ownership/issues/event-store.ts';
import { refreshApplicationIssues } from '../ownership/issues/issue-store.ts';
import { execute, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Application } from './application.ts';

/** Updating a million memberships would exceed the statement timeout of the request. */
const maximumStaled = 10_000;

/**
 * Updates the records that depend on an application that was archived or restored: the inferred memberships of an archived
 * one become stale, and its issues are resolved or opened. If it has an owner, an event shows that its resources have other
 * owners. The caller requests inference for the application.
 *
 * @param most the number of memberships that become stale at once; the inference run updates the others
 */
export async function applyArchiving(
  tenant: Tenant,
  application: Application,
  actorId: string,
  most = maximumStaled,
): Promise<void> {
  const { id, name } = application;
  if (application.archivedAt !== undefined) await staleInferredMemberships(tenant, id, most);
  await refreshApplicationIssues(tenant, [id]);
  if (!(await hasOwner(tenant, id))) return;
  await recordOwnershipEvent(tenant, {
    kind: 'inherited_changed',
    target: { type: 'application', id, name },
    actorId,
    source: 'application',
  });
}

/**
 * Skips rows locked by another session: an inference run can hold them for a minute, and the run that follows the archiving
 * changes them.
 */
async function staleInferredMemberships(tenant: Tenant, applicationId: string, most: number): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`update memberships m set status = 'stale', updated_at = now()
      where m.organization_id = ${organizationId} and m.id = any(array(
        select i.id from memberships i where i.organization_id = ${organizationId}
          and i.application_id = ${applicationId} and i.status = any(${statusesChangedBy('unmatch')}::text[])
        order by i.id limit ${most} for update skip locked))`,
  );
}

async function hasOwner(tenant: Tenant, applicationId: string): Promise<boolean> {
  const row = await rowOf(
    tenant,
    sql`select from application_owners where organization_id = ${tenant.organizationId}
      and application_id = ${applicationId} and kind = 'owner' limit 1`,
  );
  return row !== undefined;
}
