import { execute, oneRowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Up to this number of resources, index lookups per resource are faster than a pass over the tables. */
const fewResources = 20_000;

const names = ['work_mem', 'jit', 'enable_nestloop', 'enable_mergejoin'] as const;

type Settings = Readonly<Record<(typeof names)[number], string>>;

/**
 * Runs `work` with settings for statements over many rows without statistics, then restores the settings of the transaction.
 *
 * @param size the number of resources, or undefined for all
 */
export async function withPlannerSettings<T>(
  tenant: Tenant,
  size: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const columns = sql`select current_setting('work_mem') as work_mem, current_setting('jit') as jit,
    current_setting('enable_nestloop') as enable_nestloop, current_setting('enable_mergejoin') as enable_mergejoin`;
  const before = await oneRowOf<Settings>(tenant, columns);
  const isLarge = size === undefined || size > fewResources;
  await apply(tenant, {
    work_mem: isLarge ? '128MB' : '32MB',
    jit: 'off',
    enable_nestloop: isLarge ? 'off' : 'on',
    enable_mergejoin: 'off',
  });
  const result = await work();
  await apply(tenant, before);
  return result;
}

async function apply(tenant: Tenant, settings: Settings): Promise<void> {
  for (const name of names) await execute(tenant, sql`select set_config(${name}, ${settings[name]}, true)`);
}
