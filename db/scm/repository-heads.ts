import { detectorVersion } from '../../domain/scm/detection/detector-version.ts';
import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Repository } from './repository.ts';

/** A selected repository, and whether its head may differ from the last scanned commit. */
export type RepositoryHead = Pick<
  Repository,
  'id' | 'externalId' | 'fullName' | 'defaultBranch' | 'lastScannedCommitSha'
> & {
  /**
   * `scan`: a scan is requested, or the last one did not succeed, and none is active; `compare`: the head must be compared with the last scanned
   * commit; `none`: no push since the last comparison.
   */
  readonly check: 'scan' | 'compare' | 'none';
};

/**
 * A push within this time before the comparison may have the same `pushed_at` as a later one: GitHub's times have seconds,
 * and GitLab updates the last activity at most once an hour. Source: GitLab, `Event::RESET_PROJECT_ACTIVITY_INTERVAL`.
 */
const safetyMinutes = { github: 2, gitlab: 75 } as const;
/** Every head is compared after this time, and before twice of it, for a push that the provider does not report. */
const fullCheckHours = 12;

/** Lists a page of the selected repositories of a connection by id. */
export async function listRepositoryHeads(
  tenant: Tenant,
  connectionId: string,
  after: string | undefined,
  limit: number,
): Promise<readonly RepositoryHead[]> {
  const { organizationId } = tenant;
  return rowsOf<RepositoryHead>(
    tenant,
    sql`select r.id, r.external_id, r.full_name, r.default_branch, r.last_scanned_commit_sha, case
        when r.status <> 'active' or r.last_scanned_at is null or r.scan_requested_at is not null then case when exists (
          select from runs u where u.organization_id = ${organizationId} and u.kind = 'scan_repository'
            and u.subject_id = r.id and u.status in ('queued', 'running')) then 'none' else 'scan' end
        when r.pushed_at = r.checked_pushed_at and r.next_head_check_at > now() then 'none'
        else 'compare' end as check
      from repositories r
      where r.organization_id = ${organizationId} and r.scm_connection_id = ${connectionId} and r.status <> 'removed'
        and (${after}::uuid is null or r.id > ${after}::uuid)
      order by r.id limit ${limit}`,
  );
}

/**
 * Lists repositories of a connection that an older version of the detector scanned, those of the oldest scans first: as many as
 * each sync has to scan so that all are scanned within a day. A worker of an older release leaves those of a newer one alone.
 *
 * @param minutes between two syncs of the connection
 */
export async function listOutdatedRepositories(
  tenant: Tenant,
  connectionId: string,
  minutes: number,
): Promise<readonly Pick<Repository, 'id' | 'fullName'>[]> {
  const { organizationId } = tenant;
  return rowsOf(
    tenant,
    sql`select r.id, r.full_name from repositories r
      where r.organization_id = ${organizationId} and r.scm_connection_id = ${connectionId} and r.status = 'active'
        and r.last_scanned_at is not null and coalesce(r.detector_version, 0) < ${detectorVersion}
      order by r.last_scanned_at, r.id limit (
        select ceil(count(*) * least(1, ${minutes}::float8 / 1440)) from repositories o
        where o.organization_id = ${organizationId} and o.scm_connection_id = ${connectionId} and o.status = 'active')`,
  );
}

/** Stores that the heads of repositories were compared. The next full checks are spread, so that no sync has all of them. */
export async function recordHeadChecks(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set checked_pushed_at = pushed_at,
        next_head_check_at = now() + make_interval(hours => ${fullCheckHours}) * (1 + random())
      where organization_id = ${tenant.organizationId} and id = any(${ids}::uuid[])
        and pushed_at < now() - make_interval(mins => case provider when 'gitlab' then ${safetyMinutes.gitlab}::integer
          else ${safetyMinutes.github}::integer end)`,
  );
}
