import { affectedProjects } from '../../domain/scm/detection/affected-projects.ts';
import type { ChangedFile } from '../../domain/scm/detection/affected-projects.ts';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import { execute, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { listProjectsOf } from './iac-project-store.ts';

/**
 * Inserts or updates a pull request, unless the stored one is newer. `files` is `undefined` when the changed files were
 * not read because the head is the stored one.
 */
export async function storePullRequest(
  tenant: Tenant,
  repositoryId: string,
  given: ProviderPullRequest,
  files: readonly ChangedFile[] | undefined,
): Promise<void> {
  const paths = files === undefined ? null : JSON.stringify(files);
  const row = await rowOf<{ id: string; changed_paths: readonly ChangedFile[] }>(
    tenant,
    sql`insert into pull_requests as p (organization_id, repository_id, number, title, author_login, state,
        source_branch, target_branch, head_sha, url, labels, changed_paths, changed_paths_sha, opened_at, merged_at,
        closed_at, provider_updated_at)
      values (${tenant.organizationId}, ${repositoryId}, ${given.number}, ${given.title}, ${given.authorLogin},
        ${given.state}, ${given.sourceBranch}, ${given.targetBranch}, ${given.headSha}, ${given.url},
        ${given.labels}::text[], coalesce(${paths}::jsonb, '[]'), ${files === undefined ? null : given.headSha},
        ${given.openedAt}, ${given.mergedAt ?? null}, ${given.closedAt ?? null}, ${given.updatedAt})
      on conflict (organization_id, repository_id, number) do update set
        title = excluded.title, author_login = excluded.author_login, state = excluded.state,
        source_branch = excluded.source_branch, target_branch = excluded.target_branch,
        head_sha = excluded.head_sha, url = excluded.url, labels = excluded.labels,
        changed_paths = coalesce(${paths}::jsonb, p.changed_paths),
        changed_paths_sha = coalesce(excluded.changed_paths_sha, p.changed_paths_sha),
        opened_at = excluded.opened_at, merged_at = excluded.merged_at, closed_at = excluded.closed_at,
        provider_updated_at = excluded.provider_updated_at, updated_at = now()
        where p.provider_updated_at <= excluded.provider_updated_at
      returning id, changed_paths`,
  );
  if (row !== undefined) await setProjects(tenant, repositoryId, [row]);
}

/** Returns the commit whose changed files are stored, by number. */
export async function listKnownHeads(
  tenant: Tenant,
  repositoryId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await rowsOf<{ number: number; changed_paths_sha: string | null }>(
    tenant,
    sql`select number, changed_paths_sha from pull_requests
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}
        and number = any(${numbers}::integer[])`,
  );
  return new Map(rows.map((row) => [row.number, row.changed_paths_sha]));
}

/** Computes the projects of all pull requests of a repository again, after its projects changed. */
export async function refreshPullRequestProjects(tenant: Tenant, repositoryId: string): Promise<void> {
  const rows = await rowsOf<{ id: string; changed_paths: readonly ChangedFile[] }>(
    tenant,
    sql`select id, changed_paths from pull_requests
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId} and state = 'open'`,
  );
  await setProjects(tenant, repositoryId, rows);
}

async function setProjects(
  tenant: Tenant,
  repositoryId: string,
  requests: readonly { readonly id: string; readonly changed_paths: readonly ChangedFile[] }[],
): Promise<void> {
  if (requests.length === 0) return;
  const rows = await listProjectsOf(tenant, repositoryId);
  const projects = rows.map((row) => ({
    id: row.id,
    path: row.path,
    system: row.system,
    kind: row.kind,
    status: row.status,
    references: row.code_references,
  }));
  const pairs = requests.flatMap((request) =>
    affectedProjects(request.changed_paths, projects).map(({ id }) => ({ request: request.id, project: id })),
  );
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`delete from pull_request_projects where organization_id = ${organizationId}
      and pull_request_id = any(${requests.map(({ id }) => id)}::uuid[])`,
  );
  await execute(
    tenant,
    sql`insert into pull_request_projects (organization_id, pull_request_id, iac_project_id)
      select ${organizationId}, request, project
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(request uuid, project uuid)
      on conflict do nothing`,
  );
}

/** Stores until when pull requests of a repository were read. */
export async function recordPullRequestSync(
  tenant: Tenant,
  repositoryId: string,
  since: Date,
): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set pull_requests_synced_at = ${since}
      where organization_id = ${tenant.organizationId} and id = ${repositoryId}`,
  );
}
