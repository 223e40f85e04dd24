import type { PullRequestState } from '../../domain/values.ts';
import { oneRowOf, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A pull request with the projects that it changes. */
export interface PullRequestRecord {
  readonly id: string;
  readonly repository_id: string;
  readonly number: number;
  readonly title: string;
  readonly author_login: string;
  readonly state: PullRequestState;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly head_sha: string;
  readonly url: string;
  readonly labels: string[];
  readonly iac_project_ids: string[];
  readonly opened_at: Date;
  readonly merged_at: Date | null;
  readonly closed_at: Date | null;
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
  const matching = sql`p.organization_id = ${organizationId} and ${allOf(conditionsOf(filters))}`;
  const position =
    after === undefined
      ? sql`true`
      : sql`(p.opened_at, p.id) < (${after.openedAt}::timestamptz, ${after.id}::uuid)`;
  const rows = await rowsOf<PullRequestRecord>(
    tenant,
    sql`select p.id, p.repository_id, p.number, p.title, p.author_login, p.state, p.source_branch, p.target_branch,
        p.head_sha, p.url, p.labels, p.opened_at, p.merged_at, p.closed_at, array(
          select j.iac_project_id from pull_request_projects j
          where j.organization_id = p.organization_id and j.pull_request_id = p.id order by j.iac_project_id
        ) as iac_project_ids
      from pull_requests p where ${matching} and ${position}
      order by p.opened_at desc, p.id desc limit ${limit + 1}`,
  );
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from pull_requests p where ${matching}`,
  );
  return { rows, total };
}

function conditionsOf(filters: PullRequestFilters): readonly Sql[] {
  return [
    ...anyOf('p.state', filters.state),
    ...anyOf('p.repository_id', filters.repository_id, 'uuid'),
    ...anyOf('p.author_login', filters.author_login),
    ...(filters.iac_project_id === undefined
      ? []
      : [
          sql`exists (select from pull_request_projects j where j.organization_id = p.organization_id
            and j.pull_request_id = p.id and j.iac_project_id = any(${filters.iac_project_id}::uuid[]))`,
        ]),
  ];
}
