import type { StateProject } from '../../../domain/mapping/plan-detected-states.ts';
import { execute, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Database, Tenant } from '../../tenant.ts';

export interface RepositoryToDetect {
  readonly organizationId: string;
  readonly id: string;
  readonly fullName: string;
}

/**
 * Makes the detection of a repository's states due now. Returns whether the repository needs one: a project has an s3
 * backend, or had one, or has a source that a user added, or the organization has states of other kinds, whose projects it may
 * have.
 */
export async function markStateDetection(tenant: Tenant, repositoryId: string): Promise<boolean> {
  const updated = await execute(
    tenant,
    sql`update repositories r set next_state_detection_at = now()
      where r.organization_id = ${tenant.organizationId} and r.id = ${repositoryId} and exists (
        select from iac_projects p where p.organization_id = r.organization_id and p.repository_id = r.id
          and (p.backend_type = 's3' or exists (select from iac_project_states l
            where l.organization_id = p.organization_id and l.iac_project_id = p.id)
            or exists (select from state_sources s
              where s.organization_id = p.organization_id and (s.iac_project_id = p.id or s.kind <> 's3'))))`,
  );
  return updated > 0;
}

/**
 * Begins a detection: makes the next one due after the interval. Returns that time as text, or `undefined` when the
 * repository was deleted.
 */
export async function beginStateDetection(
  tenant: Tenant,
  repositoryId: string,
  minutes: number,
): Promise<string | undefined> {
  const row = await rowOf<{ next: string }>(
    tenant,
    sql`update repositories set next_state_detection_at = now() + make_interval(mins => ${minutes})
      where organization_id = ${tenant.organizationId} and id = ${repositoryId}
      returning next_state_detection_at::text as next`,
  );
  return row?.next;
}

/** Stores that a repository needs no further detection, unless one was requested since `next` was returned. */
export async function endStateDetection(tenant: Tenant, repositoryId: string, next: string): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set next_state_detection_at = null
      where organization_id = ${tenant.organizationId} and id = ${repositoryId}
        and next_state_detection_at = ${next}::timestamptz`,
  );
}

/** Lists the projects of a repository. */
export async function listStateProjects(
  tenant: Tenant,
  repositoryId: string,
): Promise<readonly StateProject[]> {
  return rowsOf<StateProject>(
    tenant,
    sql`select id, kind, status, backend_type, backend_config, backends, environment_hints from iac_projects
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId} order by id`,
  );
}

/**
 * Returns up to `limit` repositories of all organizations whose states are to be detected, and makes them due again after
 * the interval. Organizations get equal shares of `limit`.
 */
export async function claimStateDetections(
  database: Database,
  minutes: number,
  limit: number,
): Promise<readonly RepositoryToDetect[]> {
  return rowsOf<RepositoryToDetect>(
    database.outside,
    sql`select * from claim_state_detections(make_interval(mins => ${minutes}), ${limit})`,
  );
}
