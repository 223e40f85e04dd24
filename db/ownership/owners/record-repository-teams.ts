import { managedIds } from '../../mapping/projects/project-states.ts';
import { rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { recordOwnershipEvent } from '../issues/event-store.ts';
import { refreshTeamIssues } from '../issues/issue-store.ts';

/**
 * Records the events of teams that were linked to a repository or unlinked from it, and refreshes the issues of the teams.
 *
 * @param repository the repository, whose row the caller has locked
 */
export async function recordRepositoryTeams(
  tenant: Tenant,
  repository: { readonly id: string; readonly name: string },
  changed: { readonly added: readonly string[]; readonly removed: readonly string[] },
  actorId: string,
): Promise<void> {
  const { added, removed } = changed;
  if (added.length + removed.length === 0) return;
  const event = {
    target: { type: 'repository', id: repository.id, name: repository.name },
    actorId,
    source: 'repository',
  } as const;
  for (const teamId of added) await recordOwnershipEvent(tenant, { ...event, kind: 'assigned', teamId });
  for (const teamId of removed) await recordOwnershipEvent(tenant, { ...event, kind: 'removed', teamId });
  if (await managesResources(tenant, repository.id))
    await recordOwnershipEvent(tenant, { ...event, kind: 'inherited_changed' });
  await refreshTeamIssues(tenant, removed);
}

async function managesResources(tenant: Tenant, repositoryId: string): Promise<boolean> {
  const { organizationId } = tenant;
  const projects = await rowsOf<{ id: string }>(
    tenant,
    sql`select p.id from iac_projects p
      where p.organization_id = ${organizationId} and p.repository_id = ${repositoryId}`,
  );
  const ids = projects.map(({ id }) => id);
  return (
    (await rowOf(tenant, sql`select from ${managedIds(organizationId, ids)} managed limit 1`)) !== undefined
  );
}
