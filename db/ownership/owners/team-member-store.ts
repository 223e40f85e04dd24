import { errors } from '../../../domain/errors.ts';
import type { TeamMemberRole, UserStatus } from '../../../domain/values.ts';
import { mapConstraintErrors } from '../../database-errors.ts';
import { execute, rowOf, rowsOf } from '../../query.ts';
import { allOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { lockAssignableUser } from './assignable-user.ts';

/** A member of a team, with fields of the user. */
export interface TeamMember {
  readonly userId: string;
  readonly role: TeamMemberRole;
  readonly name: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly createdAt: Date;
}

/** Lists the members of a team by name, one more than `limit`. */
export async function listTeamMembers(
  tenant: Tenant,
  teamId: string,
  limit: number,
  after: readonly [name: string, userId: string] | undefined,
): Promise<readonly TeamMember[]> {
  const conditions = after === undefined ? [] : [sql`(u.name, u.id) > (${after[0]}, ${after[1]}::uuid)`];
  return rowsOf<TeamMember>(
    tenant,
    sql`${selectMembers(tenant, teamId)} and ${allOf(conditions)} order by u.name, u.id limit ${limit + 1}`,
  );
}

/**
 * Adds a user to a team.
 * @throws CatalogueError `validation_failed` when the user does not exist or is deactivated, `conflict` when the user is a
 *   member, `not_found` when the team was deleted.
 */
export async function addTeamMember(
  tenant: Tenant,
  teamId: string,
  userId: string,
  role: TeamMemberRole,
): Promise<TeamMember> {
  await lockAssignableUser(tenant, userId);
  const inserted = await mapConstraintErrors(
    { team_members_team_fkey: () => errors.notFound() },
    execute(
      tenant,
      sql`insert into team_members (organization_id, team_id, user_id, role)
        values (${tenant.organizationId}, ${teamId}, ${userId}, ${role}) on conflict do nothing`,
    ),
  );
  if (inserted === 0) throw errors.conflict('The user is a member of this team.');
  const member = await rowOf<TeamMember>(tenant, sql`${selectMembers(tenant, teamId)} and u.id = ${userId}`);
  if (member === undefined) throw errors.notFound();
  return member;
}

/** Removes a user from a team and returns the removed membership. @throws CatalogueError `not_found`. */
export async function removeTeamMember(tenant: Tenant, teamId: string, userId: string): Promise<TeamMember> {
  const member = await rowOf<TeamMember>(
    tenant,
    sql`${selectMembers(tenant, teamId)} and u.id = ${userId} for update of m`,
  );
  if (member === undefined) throw errors.notFound();
  await execute(
    tenant,
    sql`delete from team_members where organization_id = ${tenant.organizationId}
      and team_id = ${teamId} and user_id = ${userId}`,
  );
  return member;
}

function selectMembers({ organizationId }: Tenant, teamId: string): Sql {
  return sql`select m.user_id, m.role, m.created_at, u.name, u.email, u.status
    from team_members m
    join users u on u.organization_id = ${organizationId} and u.id = m.user_id
    where m.organization_id = ${organizationId} and m.team_id = ${teamId}`;
}
