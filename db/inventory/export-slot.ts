import { lockArguments } from '../advisory-locks.ts';
import { rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Takes one of `limit` export slots of the organization until the transaction ends, also when its process exits. The slots
 * are advisory locks, so the limit holds over all processes. Returns whether a slot was free.
 */
export async function tryTakeExportSlot(tenant: Tenant, limit: number): Promise<boolean> {
  // LIMIT 1 stops the scan after the first lock.
  const row = await rowOf(
    tenant,
    sql`select slot from generate_series(1, ${limit}::int) as slot
        where pg_try_advisory_xact_lock(${lockArguments('exports', sql`${tenant.organizationId}::text || '|' || slot`)}) limit 1`,
  );
  return row !== undefined;
}
