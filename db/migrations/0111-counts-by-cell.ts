import type { Knex } from 'knex';
import { resourceStatuses } from '../../domain/values.ts';
import { dropDefinerFunctions } from '../migration-support/tenant-table.ts';
import { createTextCounts, createTextFunction } from '../migration-support/text-functions.ts';

/**
 * What counting many rows needs. The past is counted in the order of cells, so that no table of groups outgrows the
 * processor's cache. The counts of a region or account in one management state are found without reading those in all.
 *
 * A text is counted by cell with a column per status, or the resources without the text when most have it: fewer
 * groups, and at most half of the rows to group. The organization's rows are found by its key, not by reading all.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index resource_history_cell_index on resource_history (organization_id, cell_id)
      include (valid_from, valid_to, status)`);
  await indexCounts(knex, 'management_state, resource_type', 'management_state, region');
  await dropDefinerFunctions(knex, ['search_text_counts(text, boolean)']);
  const counts = resourceStatuses.map((_, index) => `count(*) filter (where s.status = ${index + 1})`);
  const columns = resourceStatuses.map((status) => `${status} bigint`);
  const counted = (condition: string) => `
          select s.cell_id, case when by_management then s.management_state end, ${counts.join(', ')}
            from resource_search s where s.organization_id = tenant and ${condition} group by 1, 2`;
  await createTextFunction(knex, {
    name: 'search_text_counts',
    parameters: { given: 'text', by_index: 'boolean', without: 'boolean', by_management: 'boolean' },
    result: ['cell_id integer', 'management_state smallint', ...columns].join(', '),
    rows: 50_000,
    settings: ['enable_seqscan = off'],
    body: `
      if by_index then
        return query ${counted('s.indexed and s.text like pattern')}
          union all ${counted('not s.indexed and strpos(s.text, needle) > 0')};
      elsif without then
        return query ${counted('strpos(s.text, needle) = 0')};
      else
        return query ${counted('strpos(s.text, needle) > 0')};
      end if;`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropDefinerFunctions(knex, ['search_text_counts(text, boolean, boolean, boolean)']);
  await createTextCounts(knex);
  await indexCounts(knex, 'resource_type', 'region');
  await knex.raw('drop index resource_history_cell_index');
}

async function indexCounts(knex: Knex, afterRegion: string, afterAccount: string): Promise<void> {
  await knex.raw(`
    drop index resource_counts_region_index, resource_counts_account_index;
    create index resource_counts_region_index on resource_counts (organization_id, region, ${afterRegion});
    create index resource_counts_account_index on resource_counts (organization_id, aws_account_id, ${afterAccount})`);
}
