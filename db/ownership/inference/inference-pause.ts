import { inferencePause } from '../../../domain/ownership/inference-pause.ts';
import { rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Why no inference run of an organization starts. */
export interface PausedInference {
  /** The error of the last failed run, for users. */
  readonly reason: string;
  readonly until: Date;
}

interface HistoryRow {
  readonly failures: number;
  readonly finishedAt: Date;
  readonly error: string | undefined;
  readonly seconds: number;
  readonly hasSucceeded: boolean;
  readonly rulesChanged: boolean;
  readonly isActive: boolean;
}

/** Returns the pause after failed runs; `undefined` if a run may start, or is active. */
export async function findInferencePause(tenant: Tenant): Promise<PausedInference | undefined> {
  const row = await findHistory(tenant);
  if (row === undefined || row.isActive) return undefined;
  const { waitSeconds } = pauseAfter(row);
  if (waitSeconds === 0) return undefined;
  return {
    reason: row.error ?? 'The last inference run failed.',
    until: new Date(row.finishedAt.getTime() + 1000 * (row.seconds + waitSeconds)),
  };
}

/** Returns the time limit in seconds of an inference run of the organization. */
export async function inferenceLimitSeconds(tenant: Tenant): Promise<number> {
  return pauseAfter(await findHistory(tenant)).limitSeconds;
}

function pauseAfter(row: HistoryRow | undefined) {
  return inferencePause({
    failures: row?.failures ?? 0,
    secondsSinceFailure: row?.seconds ?? 0,
    hasSucceeded: row?.hasSucceeded ?? false,
    rulesChanged: row?.rulesChanged ?? false,
  });
}

/** Returns the last run that failed within a day, or that an operator terminated, and events after it. */
async function findHistory(tenant: Tenant): Promise<HistoryRow | undefined> {
  const { organizationId } = tenant;
  return rowOf<HistoryRow>(
    tenant,
    sql`with ended as materialized (
        select r.status, r.error, r.started_at, r.finished_at from runs r
        where r.organization_id = ${organizationId} and r.kind = 'infer_memberships'
          and r.finished_at > now() - interval '1 day'
      ), failed as (
        select f.error, f.started_at, f.finished_at, count(*) over () as failures from ended f
        where f.status <> 'succeeded' order by f.finished_at desc limit 1
      )
      select f.failures, f.error, f.finished_at,
        greatest(extract(epoch from now() - f.finished_at), 0)::float8 as seconds,
        exists (select from ended s where s.status = 'succeeded' and s.finished_at > f.finished_at) as has_succeeded,
        exists (select from inference_rules i where i.organization_id = ${organizationId}
          and greatest(i.judged_since, i.suspended_at, i.deleted_at) > f.started_at) as rules_changed,
        exists (select from runs a where a.organization_id = ${organizationId} and a.kind = 'infer_memberships'
          and a.status in ('queued', 'running')) as is_active
      from failed f`,
  );
}
