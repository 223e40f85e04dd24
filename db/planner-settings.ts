import { execute, rowsOf } from './query.ts';
import { joinSql, rawSql, sql } from './sql.ts';
import type { Sql } from './sql.ts';
import type { Tenant } from './tenant.ts';

/** Up to this number of resources, index lookups per resource are faster than a pass over the tables. */
const fewResources = 20_000;

/**
 * Returns `cross join lateral (query) alias`. With few rows on its left side, the join looks up each of them by an index, although
 * nested loops are off; otherwise Postgres can use a hash join.
 *
 * @param size the number of resources that are evaluated, or undefined for all
 */
export function lookUp(size: number | undefined, query: Sql, alias: string): Sql {
  // Postgres does not flatten a subquery with an offset.
  const barrier = rawSql(size !== undefined && size <= fewResources ? 'offset 0' : '');
  return sql`cross join lateral (${query} ${barrier}) ${rawSql(alias)}`;
}

const names = ['work_mem', 'jit', 'enable_nestloop', 'enable_mergejoin'] as const;

type Settings = Readonly<Partial<Record<(typeof names)[number], string>>>;

/**
 * Runs `work` with settings for statements over tables without statistics, then restores the settings of the transaction. A
 * nested loop over a wrong estimate would take quadratic time.
 *
 * @param size the number of resources, or undefined for all
 */
export async function withPlannerSettings<T>(
  tenant: Tenant,
  size: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const isLarge = size === undefined || size > fewResources;
  return withSettings(
    tenant,
    { work_mem: isLarge ? '128MB' : '32MB', jit: 'off', enable_nestloop: 'off', enable_mergejoin: 'off' },
    work,
  );
}

/** Runs `work` with memory for the ids of a million resources. The planner's estimates are good: it reads stored tables. */
export async function withEstimates<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
  return withSettings(
    tenant,
    { work_mem: '128MB', jit: 'off', enable_nestloop: 'on', enable_mergejoin: 'on' },
    work,
  );
}

/**
 * Runs `work` without nested loops, for statements over rows that the transaction inserted: a nested loop over a wrong
 * estimate would take quadratic time, and a hash join takes a pass over the tables.
 */
export async function withoutNestedLoops<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
  return withSettings(tenant, { enable_nestloop: 'off' }, work);
}

async function withSettings<T>(tenant: Tenant, settings: Settings, work: () => Promise<T>): Promise<T> {
  const before = await rowsOf<{ name: keyof Settings; value: string }>(
    tenant,
    sql`select name, current_setting(name) as value from unnest(${names}::text[]) name`,
  );
  await apply(tenant, settings);
  const result = await work();
  await apply(tenant, Object.fromEntries(before.map(({ name, value }) => [name, value])));
  return result;
}

async function apply(tenant: Tenant, settings: Settings): Promise<void> {
  const calls = names.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [sql`set_config(${name}, ${value}, true)`];
  });
  await execute(tenant, sql`select ${joinSql(calls, ', ')}`);
}
