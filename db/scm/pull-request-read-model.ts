import type { PullRequestState } from '../../domain/values.ts';
import { oneRowOf, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A pull request with the projects that it changes. */
export interface PullRequestRecord {
  readonly id: string;
  readonly repositoryId: string;
  readonly number: number;
  readonly title: string;
  readonly authorLogin: string;
  readonly state: PullRequestState;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly headSha: string;
  readonly url: string;
  readonly labels: string[];
  /** Names of fields that a limit cut. */
  readonly truncated: string[];
  readonly iacProjectIds: string[];
  readonly openedAt: Date;
  readonly mergedAt: Date | undefined;
  readonly closedAt: Date | undefined;
}

export interface PullRequestFilters {
  readonly state?: readonly string[] | undefined;
  readonly repository_id?: readonly string[] | undefined;
  readonly iac_project_id?: readonly string[] | undefined;
  readonly author_login?: readonly string[] | undefined;
}

/** Lists pull requests, newest first, one more than `limit`, with the number of all that match. */
export async function listPullRequests(
  tenant: Tenant,
  filters: PullRequestFilters,
  limit: number,
  after: { readonly openedAt: string; readonly id: string } | undefined,
): Promise<{ readonly rows: readonly PullRequestRecord[]; readonly total: number }> {
  const { organizationId } = tenant;
  const matching = sql`from pull_requests p
    join repositories r on r.organization_id = p.organization_id and r.id = p.repository_id
    join scm_connections c on c.organization_id = r.organization_id and c.id = r.scm_connection_id
      and c.deleted_at is null
    where p.organization_id = ${organizationId} and ${allOf(conditionsOf(filters))}`;
  const position =
    after === undefined
      ? sql`true`
      : sql`(p.opened_at, p.id) < (${after.openedAt}::timestamptz, ${after.id}::uuid)`;
  const rows = await rowsOf<PullRequestRecord>(
    tenant,
    sql`select p.id, p.repository_id, p.number, p.title, p.author_login, p.state, p.source_branch, p.target_branch,
        p.head_sha, p.url, p.labels, p.opened_at, p.merged_at, p.closed_at,
        p.truncated || case when p.changed_paths_truncated then array['changed_files'] else '{}' end as truncated,
        array(
          select j.iac_project_id ${activeProjects} order by j.iac_project_id
        ) as iac_project_ids
      ${matching} and ${position} order by p.opened_at desc, p.id desc limit ${limit + 1}`,
  );
  const { total } = await oneRowOf<{ total: number }>(tenant, sql`select count(*) as total ${matching}`);
  return { rows, total };
}

/** Projects that were disabled or are missing since the pull request was stored are not listed. */
const activeProjects = sql`from pull_request_projects j
  join iac_projects i on i.organization_id = j.organization_id and i.id = j.iac_project_id and i.status = 'active'
  where j.organization_id = p.organization_id and j.pull_request_id = p.id`;

function conditionsOf(filters: PullRequestFilters): readonly Sql[] {
  return [
    ...anyOf('p.state', filters.state),
    ...anyOf('p.repository_id', filters.repository_id, 'uuid'),
    ...anyOf('p.author_login', filters.author_login),
    ...(filters.iac_project_id === undefined
      ? []
      : [
          sql`exists (
            select ${activeProjects} and j.iac_project_id = any(${filters.iac_project_id}::uuid[]))`,
        ]),
  ];
}
