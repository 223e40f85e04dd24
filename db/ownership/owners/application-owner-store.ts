import { errors } from '../../../domain/errors.ts';
import type { ApplicationOwnerKind } from '../../../domain/values.ts';
import { Application } from '../../applications/application.ts';
import { execute, queryModel, rowOf, rowsOf } from '../../query.ts';
import { allOf, rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { lockAssignableUser } from './assignable-user.ts';
import { lockAssignableTeam } from './team-store.ts';

/** A row of `application_owners`. Exactly one of `team_id` and `user_id` is set. */
export interface ApplicationOwner {
  readonly id: string;
  readonly applicationId: string;
  readonly kind: ApplicationOwnerKind;
  readonly teamId: string | undefined;
  readonly teamName: string | undefined;
  readonly userId: string | undefined;
  readonly createdBy: string | undefined;
  readonly createdAt: Date;
}

const columns = rawSql(
  `o.id, o.application_id, o.kind, o.team_id, o.user_id, o.created_by, o.created_at,
   (select t.name from teams t where t.organization_id = o.organization_id and t.id = o.team_id) as team_name`,
);

/** Lists the owners of an application by id (UUID version 7, so oldest first), one more than `limit`. */
export async function listApplicationOwners(
  tenant: Tenant,
  applicationId: string,
  limit: number,
  after: string | undefined,
): Promise<readonly ApplicationOwner[]> {
  const conditions = [
    sql`o.organization_id = ${tenant.organizationId} and o.application_id = ${applicationId}`,
    ...(after === undefined ? [] : [sql`o.id > ${after}::uuid`]),
  ];
  return rowsOf<ApplicationOwner>(
    tenant,
    sql`select ${columns} from application_owners o where ${allOf(conditions)} order by o.id limit ${limit + 1}`,
  );
}

/** Lists the active teams and users that are assigned to an application, owners first, oldest assignment first. */
export async function listActiveAssignments(
  tenant: Tenant,
  applicationId: string,
): Promise<readonly Pick<ApplicationOwner, 'kind' | 'teamId' | 'userId'>[]> {
  const { organizationId } = tenant;
  return rowsOf<Pick<ApplicationOwner, 'kind' | 'teamId' | 'userId'>>(
    tenant,
    sql`select o.kind, o.team_id, o.user_id from application_owners o
      left join teams t on t.organization_id = ${organizationId} and t.id = o.team_id
      left join users u on u.organization_id = ${organizationId} and u.id = o.user_id
      where o.organization_id = ${organizationId} and o.application_id = ${applicationId}
        and (t.is_active or u.status = 'active')
      order by array_position('{owner,on_call,contributor}', o.kind), o.id`,
  );
}

/**
 * Assigns a team or user to an application.
 * @throws CatalogueError `not_found`; `validation_failed` when the team or user does not exist or the user is deactivated;
 *   `conflict` when the team is inactive, the application is archived, or the assignment exists.
 */
export async function assignApplicationOwner(
  tenant: Tenant,
  applicationId: string,
  given: {
    readonly kind: ApplicationOwnerKind;
    readonly teamId?: string | undefined;
    readonly userId?: string | undefined;
    readonly createdBy: string;
  },
): Promise<{ readonly owner: ApplicationOwner; readonly application: Application }> {
  const { organizationId } = tenant;
  // The rows are locked in the order team, user, application, as a change of the team or user locks them.
  if (given.teamId !== undefined) await lockAssignableTeam(tenant, given.teamId);
  if (given.userId !== undefined) await lockAssignableUser(tenant, given.userId);
  const application = await lockApplication(tenant, applicationId);
  if (application.archivedAt !== undefined) throw errors.conflict('The application is archived.');
  const owner = await rowOf<ApplicationOwner>(
    tenant,
    sql`insert into application_owners as o (organization_id, application_id, kind, team_id, user_id, created_by)
      values (${organizationId}, ${applicationId}, ${given.kind}, ${given.teamId}, ${given.userId},
        ${given.createdBy})
      on conflict do nothing returning ${columns}`,
  );
  if (owner === undefined)
    throw errors.conflict(
      `The ${given.teamId === undefined ? 'user' : 'team'} is assigned to this application with this kind.`,
    );
  return { owner, application };
}

/** Removes an assignment, also of an archived application, and returns it. @throws CatalogueError `not_found`. */
export async function removeApplicationOwner(
  tenant: Tenant,
  applicationId: string,
  ownerId: string,
): Promise<{ readonly owner: ApplicationOwner; readonly application: Application }> {
  const { organizationId } = tenant;
  const assignment = sql`o.organization_id = ${organizationId} and o.application_id = ${applicationId}
    and o.id = ${ownerId}`;
  const found = await rowOf<ApplicationOwner>(
    tenant,
    sql`select ${columns} from application_owners o where ${assignment}`,
  );
  if (found === undefined) throw errors.notFound();
  await execute(
    tenant,
    sql`select from teams where organization_id = ${organizationId} and id = ${found.teamId} for no key update`,
  );
  const application = await lockApplication(tenant, applicationId);
  const owner = await rowOf<ApplicationOwner>(
    tenant,
    sql`delete from application_owners o where ${assignment} returning ${columns}`,
  );
  if (owner === undefined) throw errors.notFound();
  return { owner, application };
}

async function lockApplication(tenant: Tenant, id: string): Promise<Application> {
  const application = await queryModel(tenant, Application)
    .findById([tenant.organizationId, id])
    .forNoKeyUpdate();
  if (application === undefined) throw errors.notFound();
  return application;
}
