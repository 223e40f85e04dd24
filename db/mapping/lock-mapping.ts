import { execute } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Takes the organization's lock of mapping until the transaction ends. Statements after it read what the previous holder
 * committed, so that no computation of matches or management states overwrites the result of a later one.
 */
export async function lockMapping(tenant: Tenant): Promise<void> {
  await execute(
    tenant,
    sql`select pg_advisory_xact_lock(hashtextextended('mapping:' || ${tenant.organizationId}::text, 0))`,
  );
}
