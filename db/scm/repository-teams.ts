import { errors } from '../../domain/errors.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Replaces the teams of a repository, whose row the caller has locked. Returns the ids of the added and removed teams.
 * @throws CatalogueError `validation_failed` for a team that does not exist, `conflict` for an inactive one that is not
 *   linked yet.
 */
export async function setRepositoryTeams(
  tenant: Tenant,
  repositoryId: string,
  teamIds: readonly string[],
): Promise<{ readonly added: readonly string[]; readonly removed: readonly string[] }> {
  const { organizationId } = tenant;
  const found = await rowsOf<{ name: string; isNewAndInactive: boolean }>(
    tenant,
    sql`select t.name, not t.is_active and not exists (
        select from repository_teams l where l.organization_id = t.organization_id
          and l.repository_id = ${repositoryId} and l.team_id = t.id) as is_new_and_inactive
      from teams t where t.organization_id = ${organizationId} and t.id = any(${teamIds}::uuid[])
      order by t.id for share of t`,
  );
  if (found.length < teamIds.length)
    throw errors.validationFailed('team_ids', 'names a team that does not exist');
  const rejected = found.find(({ isNewAndInactive: isRejected }) => isRejected);
  if (rejected !== undefined) throw errors.conflict(`The team ${rejected.name} is inactive.`);
  const removed = await rowsOf<{ teamId: string }>(
    tenant,
    sql`delete from repository_teams where organization_id = ${organizationId}
      and repository_id = ${repositoryId} and team_id <> all(${teamIds}::uuid[]) returning team_id`,
  );
  const added = await rowsOf<{ teamId: string }>(
    tenant,
    sql`insert into repository_teams (organization_id, repository_id, team_id)
      select ${organizationId}, ${repositoryId}, unnest(${teamIds}::uuid[]) on conflict do nothing returning team_id`,
  );
  return { added: added.map(({ teamId: id }) => id), removed: removed.map(({ teamId: id }) => id) };
}
