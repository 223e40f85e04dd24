import { execute } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Takes the organization's lock of inference until the transaction ends. A second attempt of an activity waits for the
 * first one, and then reads its result.
 */
export async function lockInference(tenant: Tenant): Promise<void> {
  await execute(
    tenant,
    sql`select pg_advisory_xact_lock(hashtextextended('inference:' || ${tenant.organizationId}::text, 0))`,
  );
}
