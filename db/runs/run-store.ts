import { fn } from 'objection';
import type { RunKind, RunPriority } from '../../domain/runs/run-kinds.ts';
import type { RunStatus } from '../../domain/values.ts';
import { execute, queryModel, rowOf, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import type { Sql } from '../sql.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';
import { Run } from './run.ts';

export interface NewRun {
  /** Set when the run shares its id with another row, such as a scan. */
  readonly id?: string;
  readonly kind: RunKind;
  readonly subjectId: string;
  /** Shown to operators in the Temporal UI. */
  readonly description?: string;
  readonly awsAccountNumber?: string;
  readonly requestedBy?: string | undefined;
  /** Of its tasks. Default: `normal`. */
  readonly priority?: RunPriority;
}

/**
 * Inserts a queued run, or returns the active run of the same kind and subject. `created`: whether it was inserted.
 */
export async function createRun(tenant: Tenant, run: NewRun): Promise<{ run: Run; created: boolean }> {
  const { organizationId } = tenant;
  // The conflicting run may end before it is read. Then the insert is retried.
  for (;;) {
    const inserted = await rowOf<Run>(
      tenant,
      sql`insert into runs (organization_id, id, kind, subject_id, description, account_id, requested_by, in_background)
        values (${organizationId}, coalesce(${run.id}::uuid, uuidv7()), ${run.kind}, ${run.subjectId},
          ${run.description}, ${run.awsAccountNumber}, ${run.requestedBy}, ${run.priority === 'background'})
        on conflict (organization_id, kind, subject_id) where status in ('queued', 'running') do nothing
        returning *`,
    );
    if (inserted !== undefined) return { run: inserted, created: true };
    const active = await queryModel(tenant, Run)
      .where({ organization_id: organizationId, kind: run.kind, subject_id: run.subjectId })
      .whereIn('status', ['queued', 'running'])
      .first();
    if (active !== undefined) return { run: active, created: false };
  }
}

/**
 * As {@link createRun} for several runs, in one statement. Returns the inserted runs; a subject with an active run gets
 * none.
 */
export async function createRuns(
  tenant: Tenant,
  runs: readonly NewRun[],
): Promise<readonly (NewRun & { readonly id: string })[]> {
  const columns = { kind: 'text', subjectId: 'uuid', description: 'text', requestedBy: 'uuid' } as const;
  const inserted = await rowsOf<{ id: string; subjectId: string }>(
    tenant,
    sql`insert into runs (organization_id, kind, subject_id, description, requested_by)
      select ${tenant.organizationId}, kind, subject_id, description, requested_by
      from ${rowset('r', columns, runs)}
      on conflict (organization_id, kind, subject_id) where status in ('queued', 'running') do nothing
      returning id, subject_id`,
  );
  const idOf = new Map(inserted.map(({ id, subjectId }) => [subjectId, id]));
  return runs.flatMap((run) => {
    const id = idOf.get(run.subjectId);
    return id === undefined ? [] : [{ ...run, id }];
  });
}

/** Stores that somebody waits for an active run. Returns whether nobody did before. */
export async function raiseRun(tenant: Tenant, id: string): Promise<boolean> {
  const raised = await execute(
    tenant,
    sql`update runs set in_background = false where organization_id = ${tenant.organizationId} and id = ${id}
        and in_background and status in ('queued', 'running')`,
  );
  return raised > 0;
}

/** Returns the priority of a run. */
export async function priorityOfRun(tenant: Tenant, id: string): Promise<RunPriority> {
  return (await findRun(tenant, id))?.inBackground === true ? 'background' : 'normal';
}

/** Locks a run until the transaction ends, so that it cannot end before. Returns false if it has ended. */
export async function lockActiveRun(tenant: Tenant, id: string): Promise<boolean> {
  const row = await rowOf(
    tenant,
    sql`select from runs where organization_id = ${tenant.organizationId} and id = ${id}
        and status in ('queued', 'running')
      for share`,
  );
  return row !== undefined;
}

/** Finds a run of the organization. */
export async function findRun(tenant: Tenant, id: string): Promise<Run | undefined> {
  return queryModel(tenant, Run).findById([tenant.organizationId, id]);
}

/** Filters of {@link listRuns}. Values of one filter are combined with OR, filters with AND. */
export interface RunFilters {
  readonly kind?: readonly RunKind[] | undefined;
  readonly status?: readonly RunStatus[] | undefined;
  readonly since?: Date | undefined;
}

/**
 * Lists runs, newest first, after the position `after`; one more than `limit`. A turn of the assistant is listed only for the
 * user who asked.
 */
export async function listRuns(
  tenant: Tenant,
  userId: string,
  filters: RunFilters,
  limit: number,
  after: readonly [createdAt: string, id: string] | undefined,
): Promise<readonly (Run & { readonly position: string })[]> {
  const conditions = [
    sql`r.organization_id = ${tenant.organizationId}`,
    sql`(r.kind <> 'answer_turn' or r.requested_by = ${userId})`,
    ...anyOf('r.kind', filters.kind),
    ...anyOf('r.status', filters.status),
    ...(filters.since === undefined ? [] : [sql`r.created_at >= ${filters.since}`]),
    ...(after === undefined
      ? []
      : [sql`(r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`]),
  ];
  return rowsOf<Run & { readonly position: string }>(
    tenant,
    sql`select r.*, r.created_at::text as position from runs r where ${allOf(conditions)}
      order by r.created_at desc, r.id desc limit ${limit + 1}`,
  );
}

/** Marks a queued run as running. Does not change a run in another status. */
export async function markRunRunning(tenant: Tenant, id: string): Promise<void> {
  await queryModel(tenant, Run)
    .findById([tenant.organizationId, id])
    .where('status', 'queued')
    .patch({ status: 'running', startedAt: fn.now() });
}

/**
 * Sets the final status of a queued or running run. Does not change a finished run. Returns whether it changed the run.
 */
export async function finishRun(
  tenant: Tenant,
  id: string,
  status: Exclude<RunStatus, 'queued' | 'running'>,
  error?: string,
): Promise<boolean> {
  const updated = await execute(
    tenant,
    sql`update runs set status = ${status}, error = ${error}, finished_at = now(), started_at = coalesce(started_at, now())
      where organization_id = ${tenant.organizationId} and id = ${id} and status in ('queued', 'running')`,
  );
  return updated > 0;
}

/** The time at which a run was created, as SQL; without a run, the beginning of time. */
export function createdAt({ organizationId }: Tenant, runId: string | undefined): Sql {
  return runId === undefined
    ? sql`'-infinity'::timestamptz`
    : sql`(select created_at from runs where organization_id = ${organizationId} and id = ${runId})`;
}

export type ActiveStatus = Extract<RunStatus, 'queued' | 'running'>;

export type ActiveRun = Pick<
  Run,
  'organizationId' | 'id' | 'subjectId' | 'status' | 'description' | 'accountId' | 'createdAt'
> & {
  readonly kind: RunKind;
  /** `created_at` as text with microseconds, for the position of the next page. */
  readonly positionAt: string;
};

/**
 * Lists a page of the runs of every organization that have the status and are older than `olderThanSeconds`, oldest
 * first, after the run `after`.
 */
export async function listActiveRuns(
  database: Database,
  status: ActiveStatus,
  olderThanSeconds: number,
  after: ActiveRun | undefined,
  limit: number,
): Promise<readonly ActiveRun[]> {
  return rowsOf<ActiveRun>(
    database.outside,
    sql`select * from active_runs(${status}, make_interval(secs => ${olderThanSeconds}),
      ${after?.positionAt}::timestamptz, ${after?.id}::uuid, ${limit})`,
  );
}

/** Returns the age in seconds of the oldest queued or running run of each kind that has one, of all organizations. */
export async function oldestActiveRuns(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ kind: string; ageSeconds: number }>(
    database.outside,
    sql`select * from oldest_active_runs()`,
  );
  return new Map(rows.map(({ kind, ageSeconds: seconds }) => [kind, seconds]));
}

/** Lists queued and running runs of the given kinds and subjects. */
export async function listActiveRunsOf(
  tenant: Tenant,
  subjectIds: readonly string[],
  kinds: readonly RunKind[],
): Promise<readonly Run[]> {
  return queryModel(tenant, Run)
    .where('organization_id', tenant.organizationId)
    .whereIn('subject_id', [...subjectIds])
    .whereIn('kind', [...kinds])
    .whereIn('status', ['queued', 'running']);
}
