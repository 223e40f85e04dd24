import { oneRowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { recordOwnershipEvent } from '../issues/event-store.ts';
import { refreshApplicationIssues, refreshTeamIssues } from '../issues/issue-store.ts';

interface Changed {
  readonly id: string;
  readonly name: string;
}

/**
 * Refreshes issues after a team became inactive or active, and records an event if the team is assigned. Returns whether it
 * is assigned: to an application as its owner, to a repository or by an inference rule.
 *
 * @param team the team, whose row the caller has locked
 */
export async function recordTeamStatusChange(
  tenant: Tenant,
  team: Changed,
  actorId: string,
): Promise<boolean> {
  const { organizationId } = tenant;
  const { applications, isLinked } = await oneRowOf<{ applications: string[]; isLinked: boolean }>(
    tenant,
    sql`select array(select distinct o.application_id from application_owners o
          where o.organization_id = ${organizationId} and o.team_id = ${team.id} and o.kind = 'owner') as applications,
        exists (select from repository_teams l where l.organization_id = ${organizationId} and l.team_id = ${team.id})
        or exists (select from inference_rules i where i.organization_id = ${organizationId} and i.team_id = ${team.id})
          as is_linked`,
  );
  await refreshTeamIssues(tenant, [team.id]);
  await refreshApplicationIssues(tenant, applications);
  if (applications.length === 0 && !isLinked) return false;
  await recordOwnershipEvent(tenant, {
    kind: 'inherited_changed',
    target: { type: 'team', id: team.id, name: team.name },
    teamId: team.id,
    actorId,
    source: 'team',
  });
  return true;
}

/**
 * Refreshes issues after a user was deactivated or reactivated, and records an event if the user owns applications. Returns
 * the ids of these applications.
 *
 * @param user the user, whose row the caller has locked
 * @param actorId the user who made the change; null: an operator
 */
export async function recordUserStatusChange(
  tenant: Tenant,
  user: Changed,
  actorId: string | undefined,
): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const { applications } = await oneRowOf<{ applications: string[] }>(
    tenant,
    sql`select array(select distinct o.application_id from application_owners o
      where o.organization_id = ${organizationId} and o.user_id = ${user.id} and o.kind = 'owner') as applications`,
  );
  if (applications.length === 0) return [];
  await refreshApplicationIssues(tenant, applications);
  await recordOwnershipEvent(tenant, {
    kind: 'inherited_changed',
    target: { type: 'user', id: user.id, name: user.name },
    userId: user.id,
    actorId,
    source: 'user',
  });
  return applications;
}
