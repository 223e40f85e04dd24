import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAffectedProjects } from '../../domain/scm/detection/affected-projects.ts';
import type { AffectableProject, ChangedFile } from '../../domain/scm/detection/affected-projects.ts';
import { execute, rowOf, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface ChangedPathsRow {
  readonly id: string;
  readonly changedPaths: readonly ChangedFile[];
}

type StoredProject = AffectableProject & { readonly id: string };

/** Pull requests of a batch. Each has at most 4 MB of paths. */
const batchSize = 20;

/**
 * Locks the projects of a repository against {@link refreshPullRequestProjects} until the transaction ends. Without it, a
 * scan and an update of a pull request that run at the same time could each miss the other's rows.
 */
export async function lockProjectsForShare(tenant: Tenant, repositoryId: string): Promise<void> {
  await execute(
    tenant,
    sql`select from repositories where organization_id = ${tenant.organizationId} and id = ${repositoryId} for share`,
  );
}

/** Computes the projects of one pull request. The caller holds {@link lockProjectsForShare}. */
export async function setPullRequestProjects(
  tenant: Tenant,
  repositoryId: string,
  request: ChangedPathsRow,
): Promise<void> {
  const affected = createAffectedProjects(await listAffectable(tenant, repositoryId));
  await setProjects(tenant, [request], affected);
}

/** Locks the projects of a repository before a transaction changes them. See {@link refreshPullRequestProjects}. */
export async function lockProjectsForUpdate(
  tenant: Tenant,
  repositoryId: string,
): Promise<{ readonly pullRequestProjectsKey: string | undefined } | undefined> {
  return rowOf<{ pullRequestProjectsKey: string | undefined }>(
    tenant,
    sql`select pull_request_projects_key from repositories
      where organization_id = ${tenant.organizationId} and id = ${repositoryId} for no key update`,
  );
}

/**
 * Computes the projects of all pull requests of a repository again, also of merged and closed ones, in the transaction that
 * changed its projects. Does nothing when the projects have the same paths, kinds and references as the last time.
 */
export async function refreshPullRequestProjects(tenant: Tenant, repositoryId: string): Promise<void> {
  const { organizationId } = tenant;
  const repository = await lockProjectsForUpdate(tenant, repositoryId);
  const projects = await listAffectable(tenant, repositoryId);
  const key = createHash('sha256').update(JSON.stringify(projects)).digest('base64url');
  if (repository === undefined || repository.pullRequestProjectsKey === key) return;
  const affected = createAffectedProjects(projects);
  for (let after: string | undefined; ;) {
    const position = after === undefined ? sql`true` : sql`id > ${after}::uuid`;
    const rows: readonly ChangedPathsRow[] = await rowsOf<ChangedPathsRow>(
      tenant,
      sql`select id, changed_paths from pull_requests
        where organization_id = ${organizationId} and repository_id = ${repositoryId} and ${position}
        order by id limit ${batchSize}`,
    );
    await setProjects(tenant, rows, affected);
    after = rows.at(-1)?.id;
    if (rows.length < batchSize || after === undefined) break;
  }
  await execute(
    tenant,
    sql`update repositories set pull_request_projects_key = ${key}
      where organization_id = ${organizationId} and id = ${repositoryId}`,
  );
}

async function listAffectable(tenant: Tenant, repositoryId: string): Promise<readonly StoredProject[]> {
  return rowsOf<StoredProject>(
    tenant,
    sql`select id, path, system, kind, status, code_references as "references" from iac_projects
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId} order by id`,
  );
}

async function setProjects(
  tenant: Tenant,
  requests: readonly ChangedPathsRow[],
  affected: (changes: readonly ChangedFile[]) => readonly StoredProject[],
): Promise<void> {
  if (requests.length === 0) return;
  const pairs: { readonly request: string; readonly project: string }[] = [];
  for (const request of requests) {
    // Thousands of paths and projects take up to 0.3 s.
    await nextTurn();
    for (const { id } of affected(request.changedPaths)) pairs.push({ request: request.id, project: id });
  }
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`with wanted as (
        select request, project from ${rowset('pair', { request: 'uuid', project: 'uuid' }, pairs)}
      ), removed as (
        delete from pull_request_projects j where j.organization_id = ${organizationId}
          and j.pull_request_id = any(${requests.map(({ id }) => id)}::uuid[])
          and not exists (
            select from wanted w where w.request = j.pull_request_id and w.project = j.iac_project_id)
      )
      insert into pull_request_projects (organization_id, pull_request_id, iac_project_id)
      select ${organizationId}, request, project from wanted on conflict do nothing`,
  );
}
