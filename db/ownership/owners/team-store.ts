import { errors } from '../../../domain/errors.ts';
import { containsText } from '../../fragments/contains-text.ts';
import { mapConstraintErrors } from '../../database-errors.ts';
import { oneRowOf, queryModel, rowOf, rowsOf } from '../../query.ts';
import { insertRow, updateRow } from '../../row-store.ts';
import { allOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { resolveIssue } from '../issues/issue-store.ts';
import { Team } from './team.ts';
import { describeTeamUse } from './team-use.ts';

export interface TeamFilters {
  /** A part of the name or slug; case-insensitive. */
  readonly q?: string | undefined;
  readonly is_active?: boolean | undefined;
}

interface TeamFields {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly isActive?: boolean | undefined;
}

/** @throws CatalogueError `not_found`. */
export async function getTeam(tenant: Tenant, id: string): Promise<Team> {
  const team = await queryModel(tenant, Team).findById([tenant.organizationId, id]);
  if (team === undefined) throw errors.notFound();
  return team;
}

/** Returns those of some ids that are no team of the organization. */
export async function findMissingTeams(tenant: Tenant, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select w.id from unnest(${ids}::uuid[]) as w (id) where not exists (
      select from teams t where t.organization_id = ${tenant.organizationId} and t.id = w.id)`,
  );
  return rows.map(({ id }) => id);
}

/** Lists teams by name, one more than `limit`. */
export async function listTeams(
  tenant: Tenant,
  filters: TeamFilters,
  limit: number,
  after: readonly [name: string, id: string] | undefined,
): Promise<readonly Team[]> {
  const conditions = [
    ...conditionsOf(tenant, filters),
    ...(after === undefined ? [] : [sql`(t.name, t.id) > (${after[0]}, ${after[1]}::uuid)`]),
  ];
  return rowsOf<Team>(
    tenant,
    sql`select t.* from teams t where ${allOf(conditions)} order by t.name, t.id limit ${limit + 1}`,
  );
}

/** Counts the teams that match. */
export async function countTeams(tenant: Tenant, filters: TeamFilters): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from teams t where ${allOf(conditionsOf(tenant, filters))}`,
  );
  return total;
}

function conditionsOf({ organizationId }: Tenant, filters: TeamFilters): readonly Sql[] {
  return [
    sql`t.organization_id = ${organizationId}`,
    ...(filters.q === undefined ? [] : [containsText('concat_ws(chr(10), t.name, t.slug)', filters.q)]),
    ...(filters.is_active === undefined ? [] : [sql`t.is_active = ${filters.is_active}`]),
  ];
}

/** Inserts a team. @throws CatalogueError `conflict` when the slug is taken. */
export async function createTeam(
  tenant: Tenant,
  given: { readonly name: string; readonly slug: string; readonly description?: string | null | undefined },
): Promise<Team> {
  return mapConstraintErrors(
    { teams_slug_key: () => errors.conflict('A team with this slug exists.') },
    insertRow(tenant, Team, given),
  );
}

/**
 * Locks a team for a change of its row, or for its deletion, until the transaction ends.
 * @throws CatalogueError `not_found`.
 */
export async function lockTeam(tenant: Tenant, id: string, lock: 'update' | 'delete'): Promise<Team> {
  const team = await rowOf<Team>(
    tenant,
    sql`select t.* from teams t where t.organization_id = ${tenant.organizationId} and t.id = ${id}
      ${rawSql(lock === 'update' ? 'for no key update' : 'for update')}`,
  );
  if (team === undefined) throw errors.notFound();
  return team;
}

/**
 * Locks a team that is about to be assigned, so that it stays active until the transaction ends.
 * @throws CatalogueError `validation_failed` for `team_id` when it does not exist, `conflict` when it is inactive.
 */
export async function lockAssignableTeam(tenant: Tenant, id: string): Promise<void> {
  const team = await rowOf<{ isActive: boolean }>(
    tenant,
    sql`select t.is_active from teams t where t.organization_id = ${tenant.organizationId} and t.id = ${id} for share`,
  );
  if (team === undefined) throw errors.validationFailed('team_id', 'names a team that does not exist');
  if (!team.isActive) throw errors.conflict('The team is inactive.');
}

/** Updates the given fields of a team that the caller has locked. */
export async function updateTeam(tenant: Tenant, team: Team, given: TeamFields): Promise<Team> {
  if (Object.values(given).every((value) => value === undefined)) return team;
  return (await updateRow(tenant, Team, team.id, given)) ?? team;
}

/**
 * Deletes a team and returns it.
 * @throws CatalogueError `not_found`, and `conflict` while the team is assigned to an application, linked to a repository
 *   or the outcome of an inference rule; the message lists them.
 */
export async function deleteTeam(tenant: Tenant, id: string): Promise<Team> {
  const team = await lockTeam(tenant, id, 'delete');
  const use = await describeTeamUse(tenant, id);
  if (use !== undefined) throw errors.conflict(`The team ${use}.`);
  await resolveIssue(tenant, 'inactive_team', [id]);
  await queryModel(tenant, Team).deleteById([tenant.organizationId, id]);
  return team;
}
