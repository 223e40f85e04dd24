import { oneRowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database } from '../tenant.ts';

/** Conditions of a connection; each connection has one. `rate_limited` and `unavailable` are of active connections. */
export const scmConditions = [
  'active',
  'rate_limited',
  'unavailable',
  'error',
  'suspended',
  'revoked',
] as const;

/** Returns the number of connections of all organizations by `<provider> <condition>`. */
export async function countScmConnections(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ provider: string; condition: string; connections: number }>(
    database.outside,
    sql`select * from count_scm_connections()`,
  );
  return new Map(
    rows.map(({ provider, condition, connections }) => [`${provider} ${condition}`, connections]),
  );
}

/** Returns the number of queued deliveries of all organizations, and the age of the oldest one. */
export async function readDeliveryQueue(
  database: Database,
): Promise<{ readonly deliveries: number; readonly oldestSeconds: number }> {
  const row = await oneRowOf<{ deliveries: number; oldestSeconds: number }>(
    database.outside,
    sql`select * from scm_delivery_queue()`,
  );
  return { deliveries: row.deliveries, oldestSeconds: row.oldestSeconds };
}
