import type { InferenceQueueKind } from '../../../domain/values.ts';
import { execute, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Database, Tenant } from '../../tenant.ts';

export type QueueKind = InferenceQueueKind;

/**
 * Inserts changes into the queue of the next inference run. The caller's transaction makes the change. Rows are never
 * merged: an equal row that exists can belong to a run that read the tables before this change.
 *
 * @param subjectIds the records that changed; without them, and for the kind `all`, every resource is evaluated
 */
export async function queueInference(
  tenant: Tenant,
  kind: QueueKind,
  subjectIds?: readonly string[],
): Promise<void> {
  const { organizationId } = tenant;
  if (kind === 'all' || subjectIds === undefined) {
    await execute(
      tenant,
      sql`insert into inference_queue (organization_id, kind) values (${organizationId}, 'all')`,
    );
    return;
  }
  if (subjectIds.length === 0) return;
  await execute(
    tenant,
    sql`insert into inference_queue (organization_id, kind, subject_id)
      select ${organizationId}, ${kind}, id from unnest(${[...new Set(subjectIds)]}::uuid[]) as changed(id)`,
  );
}

/** Returns whether the queue has committed rows. */
export async function hasQueuedInference(tenant: Tenant): Promise<boolean> {
  const row = await rowOf(
    tenant,
    sql`select from inference_queue where organization_id = ${tenant.organizationId} limit 1`,
  );
  return row !== undefined;
}

/** Lists the organizations whose queue has committed rows, and that have no active run. */
export async function listOrganizationsToInfer(database: Database): Promise<readonly string[]> {
  const rows = await rowsOf<{ organizationId: string }>(
    database.outside,
    sql`select organization_id from organizations_to_infer()`,
  );
  return rows.map(({ organizationId: id }) => id);
}
