import { errors } from '../../domain/errors.ts';
import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Replaces the applications of a repository, whose row the caller has locked. Returns whether they changed.
 * @throws CatalogueError `validation_failed` for an application that does not exist, `conflict` for an archived one that
 *   is not linked yet.
 */
export async function setRepositoryApplications(
  tenant: Tenant,
  repositoryId: string,
  applicationIds: readonly string[],
): Promise<boolean> {
  const { organizationId } = tenant;
  const found = await rowsOf<{ name: string; isNewAndArchived: boolean }>(
    tenant,
    sql`select a.name, a.archived_at is not null and not exists (
        select from repository_applications l where l.organization_id = a.organization_id
          and l.repository_id = ${repositoryId} and l.application_id = a.id) as is_new_and_archived
      from applications a where a.organization_id = ${organizationId} and a.id = any(${applicationIds}::uuid[])
      order by a.id for key share of a`,
  );
  if (found.length < applicationIds.length)
    throw errors.validationFailed('application_ids', 'names an application that does not exist');
  const rejected = found.find(({ isNewAndArchived: isRejected }) => isRejected);
  if (rejected !== undefined) throw errors.conflict(`The application ${rejected.name} is archived.`);
  const removed = await execute(
    tenant,
    sql`delete from repository_applications where organization_id = ${organizationId}
      and repository_id = ${repositoryId} and application_id <> all(${applicationIds}::uuid[])`,
  );
  const added = await execute(
    tenant,
    sql`insert into repository_applications (organization_id, repository_id, application_id)
      select ${organizationId}, ${repositoryId}, unnest(${applicationIds}::uuid[]) on conflict do nothing`,
  );
  return removed + added > 0;
}
