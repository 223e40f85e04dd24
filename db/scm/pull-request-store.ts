import type { LimitedFiles } from '../../domain/scm/limit-changed-files.ts';
import { limitPullRequest } from '../../domain/scm/limit-pull-request.ts';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import { linkExecutionsToPullRequest } from '../plans/executions/link-executions.ts';
import { rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { lockProjectsForShare, setPullRequestProjects } from './pull-request-projects.ts';
import type { ChangedPathsRow } from './pull-request-projects.ts';

export interface ObservedPullRequest {
  readonly request: ProviderPullRequest;
  /** Time of the database before the request to the provider was sent. */
  readonly observedAt: string;
  /** `undefined` when the changed files are stored already. */
  readonly files: LimitedFiles | undefined;
}

/**
 * Inserts or updates a pull request and its projects, unless the stored copy is newer. Of two copies with the same time of
 * the last update, the one that was requested later is newer. Returns the number of executions that it links.
 */
export async function storePullRequest(
  tenant: Tenant,
  repositoryId: string,
  { request, observedAt, files }: ObservedPullRequest,
): Promise<number> {
  await lockProjectsForShare(tenant, repositoryId);
  const { request: given, truncated } = limitPullRequest(request);
  const paths = files === undefined ? null : JSON.stringify(files.files);
  const isRead = files !== undefined;
  const row = await rowOf<ChangedPathsRow>(
    tenant,
    sql`insert into pull_requests as p (organization_id, repository_id, number, title, author_login, state,
        source_branch, target_branch, head_sha, url, labels, truncated, changed_paths, changed_paths_sha,
        changed_paths_target, changed_paths_truncated, opened_at, merged_at, closed_at, provider_updated_at, observed_at)
      values (${tenant.organizationId}, ${repositoryId}, ${given.number}, ${given.title}, ${given.authorLogin},
        ${given.state}, ${given.sourceBranch}, ${given.targetBranch}, ${given.headSha}, ${given.url},
        ${given.labels}::text[], ${truncated}::text[], coalesce(${paths}::jsonb, '[]'),
        ${isRead ? given.headSha : undefined}, ${isRead ? given.targetBranch : undefined}, ${files?.truncated ?? false},
        ${given.openedAt}, ${given.mergedAt}, ${given.closedAt}, ${given.updatedAt},
        ${observedAt}::timestamptz)
      on conflict (organization_id, repository_id, number) do update set
        title = excluded.title, author_login = excluded.author_login, state = excluded.state,
        source_branch = excluded.source_branch, target_branch = excluded.target_branch,
        head_sha = excluded.head_sha, url = excluded.url, labels = excluded.labels, truncated = excluded.truncated,
        changed_paths = case when ${isRead} then excluded.changed_paths else p.changed_paths end,
        changed_paths_sha = case when ${isRead} then excluded.changed_paths_sha else p.changed_paths_sha end,
        changed_paths_target = case when ${isRead} then excluded.changed_paths_target else p.changed_paths_target end,
        changed_paths_truncated =
          case when ${isRead} then excluded.changed_paths_truncated else p.changed_paths_truncated end,
        opened_at = excluded.opened_at, merged_at = excluded.merged_at, closed_at = excluded.closed_at,
        provider_updated_at = excluded.provider_updated_at, observed_at = excluded.observed_at, updated_at = now()
        where (p.provider_updated_at, p.observed_at) <= (excluded.provider_updated_at, excluded.observed_at)
      returning id, changed_paths`,
  );
  if (row !== undefined && isRead) await setPullRequestProjects(tenant, repositoryId, row);
  return row === undefined ? 0 : linkExecutionsToPullRequest(tenant, repositoryId, given.number);
}

export interface KnownFiles {
  /** The head and the target branch for which the changed files were read. */
  readonly changedPathsSha: string | undefined;
  readonly changedPathsTarget: string | undefined;
}

/** Returns for which commit and target branch the changed files are stored, by number. */
export async function listKnownFiles(
  tenant: Tenant,
  repositoryId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, KnownFiles>> {
  const rows = await rowsOf<KnownFiles & { number: number }>(
    tenant,
    sql`select number, changed_paths_sha, changed_paths_target from pull_requests
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}
        and number = any(${numbers}::integer[])`,
  );
  return new Map(rows.map((row) => [row.number, row]));
}
