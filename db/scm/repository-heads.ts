import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Repository } from './repository.ts';

/** A selected repository, and whether its head may differ from the last scanned commit. */
export type RepositoryHead = Pick<
  Repository,
  'id' | 'external_id' | 'full_name' | 'default_branch' | 'last_scanned_commit_sha'
> & {
  /**
   * `scan`: a scan is requested, or the last one did not succeed, and none is active; `compare`: the head must be compared with the last scanned
   * commit; `none`: no push since the last comparison.
   */
  readonly check: 'scan' | 'compare' | 'none';
};

/** A push within this time before the comparison may have the same `pushed_at` as a later one. */
const safetyMinutes = 2;

/** Lists a page of the selected repositories of a connection by id. */
export async function listRepositoryHeads(
  tenant: Tenant,
  connectionId: string,
  after: string | null,
  limit: number,
): Promise<readonly RepositoryHead[]> {
  const { organizationId } = tenant;
  return rowsOf<RepositoryHead>(
    tenant,
    sql`select r.id, r.external_id, r.full_name, r.default_branch, r.last_scanned_commit_sha, case
        when r.status <> 'active' or r.last_scanned_at is null or r.scan_requested_at is not null then case when exists (
          select from runs u where u.organization_id = ${organizationId} and u.kind = 'scan_repository'
            and u.subject_id = r.id and u.status in ('queued', 'running')) then 'none' else 'scan' end
        when r.pushed_at = r.checked_pushed_at then 'none'
        else 'compare' end as check
      from repositories r
      where r.organization_id = ${organizationId} and r.scm_connection_id = ${connectionId} and r.status <> 'removed'
        and (${after}::uuid is null or r.id > ${after}::uuid)
      order by r.id limit ${limit}`,
  );
}

/** Stores that the heads of repositories were compared. */
export async function recordHeadChecks(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set checked_pushed_at = pushed_at
      where organization_id = ${tenant.organizationId} and id = any(${ids}::uuid[])
        and pushed_at < now() - make_interval(mins => ${safetyMinutes})`,
  );
}
