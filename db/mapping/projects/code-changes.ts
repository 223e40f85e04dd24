import { remotesOfUrl } from '../../../domain/mapping/locate/module-source.ts';
import { folderOf } from '../../../domain/scm/detection/paths/repository-path.ts';
import { execute, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { projectsOfSource } from './project-sources.ts';

/**
 * Records that parsed files of a repository change in this transaction, for the projects whose locations depend on their
 * folders. A scan that fails afterwards does not lose the change.
 */
export async function recordCodeChange(
  tenant: Tenant,
  repositoryId: string,
  paths: readonly string[],
): Promise<void> {
  const folders = [...new Set(paths.map(folderOf))];
  if (folders.length === 0) return;
  const { organizationId } = tenant;
  await increaseVersions(
    tenant,
    sql`select f.iac_project_id from code_location_folders f
      where f.organization_id = ${organizationId} and f.repository_id = ${repositoryId}
        and f.folder = any(${folders}::text[])`,
  );
}

/** Records that the entries of a source change in this transaction, for the projects of the source. */
export async function recordEntryChange(tenant: Tenant, stateSourceId: string): Promise<void> {
  await increaseVersions(tenant, projectsOfSource(tenant, stateSourceId));
}

/** Records that a correction names an address of a project, whose location may not be stored; also of one that has no state. */
export async function recordAddressChange(tenant: Tenant, projectId: string): Promise<void> {
  await execute(
    tenant,
    sql`insert into code_location_states as s (organization_id, iac_project_id)
      values (${tenant.organizationId}, ${projectId})
      on conflict on constraint code_location_states_pkey do update set code_version = s.code_version + 1`,
  );
}

/** Lists the projects of a source whose addresses were never located, or whose locations are out of date. */
export async function listProjectsOfSourceToLocate(
  tenant: Tenant,
  stateSourceId: string,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select p.id from (${projectsOfSource(tenant, stateSourceId)}) p(id)
      left join code_location_states s
        on s.organization_id = ${tenant.organizationId} and s.iac_project_id = p.id
      where s.code_version is distinct from s.located_version or s.iac_project_id is null
      order by 1`,
  );
  return rows.map(({ id }) => id);
}

/** Increases the versions of projects. Locks the rows by id, so that concurrent statements do not deadlock. */
async function increaseVersions(tenant: Tenant, projectIds: Sql): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`with changed as (
        select iac_project_id from code_location_states
        where organization_id = ${organizationId} and iac_project_id in (${projectIds})
        order by iac_project_id for update
      )
      update code_location_states s set code_version = s.code_version + 1 from changed
      where s.organization_id = ${organizationId} and s.iac_project_id = changed.iac_project_id`,
  );
}

/**
 * Lists the projects whose locations are out of date because of the repository: its files changed, or module sources name
 * it, and it was not known or had another default branch when they were computed. Also its own projects of which a correction
 * names an address that was not located.
 */
export async function listProjectsToLocate(tenant: Tenant, repositoryId: string): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const repository = await rowOf<{ url: string; fullName: string; defaultBranch: string | undefined }>(
    tenant,
    sql`select url, full_name, default_branch from repositories
      where organization_id = ${organizationId} and id = ${repositoryId}`,
  );
  if (repository === undefined) return [];
  const remotes = remotesOfUrl(repository.url, repository.fullName);
  if (remotes.length > 0)
    await increaseVersions(
      tenant,
      sql`select m.iac_project_id from code_location_remotes m
        where m.organization_id = ${organizationId} and m.remote = any(${remotes}::text[])
          and (m.repository_id is null or (m.repository_id = ${repositoryId}
            and m.default_branch is distinct from ${repository.defaultBranch}))`,
    );
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select s.iac_project_id as id from code_location_states s
      where s.organization_id = ${organizationId} and s.code_version <> s.located_version and (
        exists (select from code_location_folders f where f.organization_id = s.organization_id
          and f.iac_project_id = s.iac_project_id and f.repository_id = ${repositoryId})
        or exists (select from code_location_remotes m where m.organization_id = s.organization_id
          and m.iac_project_id = s.iac_project_id and m.remote = any(${remotes}::text[]))
        or exists (select from iac_projects p where p.organization_id = s.organization_id and p.id = s.iac_project_id
          and p.repository_id = ${repositoryId}))
      union
      select p.id from iac_projects p
      where p.organization_id = ${organizationId} and p.repository_id = ${repositoryId} and exists (
        select from mapping_corrections c where c.organization_id = p.organization_id and c.iac_project_id = p.id
          and c.action = 'link')
        and not exists (select from code_location_states s where s.organization_id = p.organization_id
          and s.iac_project_id = p.id)
      order by 1`,
  );
  return rows.map(({ id }) => id);
}
