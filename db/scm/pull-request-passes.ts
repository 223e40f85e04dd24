import { execute, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Repository } from './repository.ts';

/** GitHub's times have seconds, and clocks differ: an update within this time may not be the last one with its time. */
const safetyMinutes = 2;

/** A selected repository whose last pass over its pull requests is complete. */
export type SettledPullRequests = Pick<Repository, 'id' | 'externalId' | 'fullName'> & {
  readonly pullRequestsSyncedAt: Date;
  readonly pullRequestsNewestUpdate: Date | undefined;
};

/** Begins a pass over the pull requests of the repositories of a connection that had none, and returns the others. */
export async function beginFirstPasses(
  tenant: Tenant,
  connectionId: string,
): Promise<readonly SettledPullRequests[]> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`update repositories set pull_requests_pass_started_at = clock_timestamp(), pull_requests_next_page = 1
      where organization_id = ${organizationId} and scm_connection_id = ${connectionId} and status <> 'removed'
        and pull_requests_synced_at is null and pull_requests_pass_started_at is null`,
  );
  return rowsOf<SettledPullRequests>(
    tenant,
    sql`select id, external_id, full_name, pull_requests_synced_at, pull_requests_newest_update from repositories
      where organization_id = ${organizationId} and scm_connection_id = ${connectionId} and status <> 'removed'
        and pull_requests_pass_started_at is null
      order by id`,
  );
}

/**
 * Begins a pass over the pull requests of the changed repositories, and stores that those of the others are complete until
 * `checkedAt`: the time of the database before the provider was asked for changes.
 */
export async function recordPullRequestCheck(
  tenant: Tenant,
  ids: { readonly changed: readonly string[]; readonly unchanged: readonly string[] },
  checkedAt: string,
): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`update repositories set pull_requests_pass_started_at = clock_timestamp(), pull_requests_next_page = 1
      where organization_id = ${organizationId} and id = any(${ids.changed}::uuid[])
        and pull_requests_pass_started_at is null`,
  );
  await execute(
    tenant,
    sql`update repositories set pull_requests_synced_at = ${checkedAt}::timestamptz
      where organization_id = ${organizationId} and id = any(${ids.unchanged}::uuid[])
        and pull_requests_synced_at < ${checkedAt}::timestamptz and pull_requests_pass_started_at is null`,
  );
}

/** Lists a page of the selected repositories of a connection, by id, whose pass over their pull requests has begun. */
export async function listBegunPasses(
  tenant: Tenant,
  connectionId: string,
  after: string | undefined,
  limit: number,
): Promise<readonly Repository[]> {
  return rowsOf<Repository>(
    tenant,
    sql`select * from repositories
      where organization_id = ${tenant.organizationId} and scm_connection_id = ${connectionId} and status <> 'removed'
        and pull_requests_pass_started_at is not null and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${limit}`,
  );
}

export interface PullRequestPass {
  readonly startedAt: Date;
  /** Begin of the last complete pass. */
  readonly syncedAt: Date | undefined;
  readonly nextPage: number;
}

/** Begins a pass over the pull requests of a repository, or returns the one that was not completed. */
export async function beginPullRequestPass(
  tenant: Tenant,
  repositoryId: string,
): Promise<PullRequestPass | undefined> {
  return rowOf<PullRequestPass>(
    tenant,
    sql`update repositories set
        pull_requests_pass_started_at = coalesce(pull_requests_pass_started_at, clock_timestamp()),
        pull_requests_next_page = coalesce(pull_requests_next_page, 1)
      where organization_id = ${tenant.organizationId} and id = ${repositoryId}
      returning pull_requests_pass_started_at as started_at, pull_requests_synced_at as synced_at,
        pull_requests_next_page as next_page`,
  );
}

/**
 * Stores the newest update of the provider's list when its first page was read, unless it is so recent that a later update
 * could have the same time.
 */
export async function recordNewestUpdate(
  tenant: Tenant,
  repositoryId: string,
  newestUpdate: Date | undefined,
): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set pull_requests_newest_update =
        case when ${newestUpdate}::timestamptz < now() - make_interval(mins => ${safetyMinutes})
          then ${newestUpdate}::timestamptz end
      where organization_id = ${tenant.organizationId} and id = ${repositoryId}`,
  );
}

/** Stores the page at which the pass goes on. A page that was read twice does no harm: pull requests move down the list. */
export async function recordPullRequestPage(
  tenant: Tenant,
  repositoryId: string,
  nextPage: number,
): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set pull_requests_next_page = ${nextPage}
      where organization_id = ${tenant.organizationId} and id = ${repositoryId}`,
  );
}

export async function finishPullRequestPass(tenant: Tenant, repositoryId: string): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set pull_requests_synced_at = pull_requests_pass_started_at,
        pull_requests_pass_started_at = null, pull_requests_next_page = null
      where organization_id = ${tenant.organizationId} and id = ${repositoryId}
        and pull_requests_pass_started_at is not null`,
  );
}
