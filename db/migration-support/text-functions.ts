import type { Knex } from 'knex';
import { makeDefinerFunction } from './tenant-table.ts';

/**
 * Matching a substring is not leakproof, so that under row-level security it cannot use an index. These run as the
 * definer for the organization of the transaction, and hand out ids and counts by cell, nothing else.
 */
export async function createTextIds(
  knex: Knex,
  given: {
    /** What is handed out beside the id, each with its type. */
    readonly columns?: Readonly<Record<string, string>>;
    readonly settings?: readonly string[];
  } = {},
): Promise<void> {
  const columns = Object.entries(given.columns ?? {});
  const found = ['s.resource_id', ...columns.map(([name]) => `s.${name}`)].join(', ');
  await createTextFunction(knex, {
    name: 'search_text_ids',
    parameters: { given: 'text', by_index: 'boolean', at_most: 'integer' },
    result: ['id uuid', ...columns.map((column) => column.join(' '))].join(', '),
    rows: 1000,
    settings: given.settings ?? [],
    body: `
      if by_index then
        return query
          (select ${found} from resource_search s
            where s.organization_id = tenant and s.indexed and s.text like pattern limit at_most)
          union all
          (select ${found} from resource_search s
            where s.organization_id = tenant and not s.indexed and strpos(s.text, needle) > 0 limit at_most);
      else
        return query select ${found} from resource_search s
          where s.organization_id = tenant and strpos(s.text, needle) > 0 limit at_most;
      end if;`,
  });
}

/** Those of migration 0080; since 0111 there are others. */
export async function createTextCounts(knex: Knex): Promise<void> {
  await createTextFunction(knex, {
    name: 'search_text_counts',
    parameters: { given: 'text', by_index: 'boolean' },
    result: 'cell_id integer, status smallint, management_state smallint, n bigint',
    rows: 10_000,
    body: `
      if by_index then
        return query
          select s.cell_id, s.status, s.management_state, count(*) from resource_search s
            where s.organization_id = tenant and s.indexed and s.text like pattern group by 1, 2, 3
          union all
          select s.cell_id, s.status, s.management_state, count(*) from resource_search s
            where s.organization_id = tenant and not s.indexed and strpos(s.text, needle) > 0 group by 1, 2, 3;
      else
        return query select s.cell_id, s.status, s.management_state, count(*) from resource_search s
          where s.organization_id = tenant and strpos(s.text, needle) > 0 group by 1, 2, 3;
      end if;`,
  });
}

interface TextFunction {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Columns of a row. */
  readonly result: string;
  /** How many the planner may expect. */
  readonly rows: number;
  /** Knows `tenant`, `needle` (what was given, in lower case) and `pattern` (for `like`). */
  readonly body: string;
  readonly settings?: readonly string[];
}

/** Makes a definer function on the texts of the organization of the transaction. */
export async function createTextFunction(
  knex: Knex,
  { name, parameters, result, rows, body, settings = [] }: TextFunction,
): Promise<void> {
  const declared = Object.entries(parameters).map(([parameter, type]) => `${parameter} ${type}`);
  await knex.raw(`
    create function ${name}(${declared.join(', ')}) returns table (${result})
    language plpgsql stable rows ${rows} as $$
    declare
      tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
      needle text := lower(given);
      pattern text := ${String.raw`'%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%'`};
    begin${body}
    end $$`);
  const signature = `${name}(${Object.values(parameters).join(', ')})`;
  for (const setting of ['plan_cache_mode = force_custom_plan', "work_mem = '64MB'", ...settings])
    await knex.raw(`alter function ${signature} set ${setting}`);
  await makeDefinerFunction(knex, signature);
}
