import { execute } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** The limits of a transaction of maintenance, shorter than those of other background work. */
export interface BatchLimits {
  readonly statementSeconds: number;
  readonly lockSeconds: number;
}

/** Sets the limits until the transaction ends. */
export async function limitBatch(
  tenant: Tenant,
  { statementSeconds, lockSeconds }: BatchLimits,
): Promise<void> {
  await execute(
    tenant,
    sql`select set_config('statement_timeout', ${String(statementSeconds * 1000)}, true),
      set_config('lock_timeout', ${String(lockSeconds * 1000)}, true)`,
  );
}
