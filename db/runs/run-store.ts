import type { RunKind } from '../../domain/runs/run-kinds.ts';
import type { RunStatus } from '../../domain/values.ts';
import type { Call } from '../prepared-statements.ts';
import { prepared, queryOf } from '../tenant.ts';
import type { Database, Tenant } from '../tenant.ts';
import { Run } from './run.ts';

export interface NewRun {
  /** Given when another row carries the same id. */
  readonly id?: string;
  readonly kind: RunKind;
  readonly subjectId: string;
  /** Words for the operator, shown in the Temporal UI. */
  readonly description?: string;
  readonly awsAccountNumber?: string;
  readonly requestedBy?: string | null;
}

/**
 * Inserts the row that a workflow will work on, or finds the active one of the same kind and subject:
 * asking twice joins what runs. `created` tells which.
 */
export async function createRun(tenant: Tenant, run: NewRun): Promise<{ run: Run; created: boolean }> {
  const row = {
    organization_id: tenant.organizationId,
    ...(run.id === undefined ? {} : { id: run.id }),
    kind: run.kind,
    subject_id: run.subjectId,
    description: run.description ?? null,
    account_id: run.awsAccountNumber ?? null,
    requested_by: run.requestedBy ?? null,
  };
  for (;;) {
    const [inserted] = await queryOf(tenant)<Run>('runs')
      .insert(row)
      .onConflict(
        queryOf(tenant).raw("(organization_id, kind, subject_id) where status in ('queued', 'running')"),
      )
      .ignore()
      .returning('*');
    if (inserted !== undefined) return { run: inserted, created: true };
    const active = await Run.query(queryOf(tenant))
      .where({ organization_id: tenant.organizationId, kind: run.kind, subject_id: run.subjectId })
      .whereIn('status', ['queued', 'running'])
      .first();
    if (active !== undefined) return { run: active, created: false };
  }
}

export async function findRun(tenant: Tenant, id: string): Promise<Run | undefined> {
  const [run] = await prepared<Run>(tenant, runCall(tenant.organizationId, id));
  return run;
}

/** What {@link findRun} reads. */
export function runCall(organizationId: string, id: string): Call {
  return { statement: readRun, values: [organizationId, id] };
}

const readRun = {
  name: 'run',
  text: `select organization_id, id, kind, subject_id, status, description, account_id, requested_by, error,
                created_at, started_at, finished_at
         from runs where organization_id = $1 and id = $2`,
};

/** Marks a queued run as running; a run that has ended stays ended. */
export async function markRunRunning(tenant: Tenant, id: string): Promise<void> {
  await Run.query(queryOf(tenant))
    .findById([tenant.organizationId, id])
    .where('status', 'queued')
    .patch({ status: 'running', started_at: queryOf(tenant).fn.now() as unknown as Date });
}

/** Ends a run once; later endings change nothing. */
export async function finishRun(
  tenant: Tenant,
  id: string,
  status: Exclude<RunStatus, 'queued' | 'running'>,
  error: string | null = null,
): Promise<void> {
  await queryOf(tenant)('runs')
    .where({ organization_id: tenant.organizationId, id })
    .whereIn('status', ['queued', 'running'])
    .update({
      status,
      error,
      finished_at: queryOf(tenant).fn.now(),
      started_at: queryOf(tenant).raw('coalesce(started_at, now())'),
    });
}

/** Runs of every organization that are still queued or running `olderThanSeconds` after they were created. */
export async function activeRuns(
  database: Database,
  olderThanSeconds: number,
  limit: number,
): Promise<readonly ActiveRun[]> {
  const { rows } = await database.outside.raw<{ rows: ActiveRun[] }>(
    'select * from active_runs(make_interval(secs => ?), ?)',
    [olderThanSeconds, limit],
  );
  return rows;
}

export type ActiveRun = Pick<
  Run,
  'organization_id' | 'id' | 'subject_id' | 'status' | 'description' | 'account_id' | 'created_at'
> & { readonly kind: RunKind };

/** Runs of some kinds that work on any of these records, or wait to. */
export async function activeRunsOf(
  tenant: Tenant,
  subjectIds: readonly string[],
  kinds: readonly RunKind[],
): Promise<readonly Run[]> {
  return Run.query(queryOf(tenant))
    .where('organization_id', tenant.organizationId)
    .whereIn('subject_id', [...subjectIds])
    .whereIn('kind', [...kinds])
    .whereIn('status', ['queued', 'running']);
}
