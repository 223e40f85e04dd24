import { withPlannerSettings } from '../../planner-settings.ts';
import type { Tenant } from '../../tenant.ts';

/** Up to this number of rows, lookups by index are faster than a pass over the tables. */
const fewRows = 200;

/**
 * Runs a statement that looks up `rows`. For many of them, without nested loops: Postgres has no statistics of the rows that the
 * transaction inserted, and of a new organization, expects one row, and would read the organization's rows once for each of them.
 */
export function withBulkPlannerSettings<T>(
  tenant: Tenant,
  rows: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> {
  return rows.length > fewRows ? withPlannerSettings(tenant, rows.length, work) : work();
}
