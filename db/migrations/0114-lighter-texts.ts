import type { Knex } from 'knex';
import { shortText, writeIndexing } from '../migration-support/search-triggers.ts';
import { asDefiner, dropDefinerFunctions } from '../migration-support/tenant-table.ts';
import { createTextIds } from '../migration-support/text-functions.ts';

/**
 * Less to read for a text. Names and native ids that the ARN repeats are left out of new texts; old ones find the same.
 * Where a text must be scanned for, a second process helps. What a text finds comes with its cell, so that counting it
 * reads nothing again.
 */
export async function up(knex: Knex): Promise<void> {
  await writeIndexing(knex, shortText);
  await dropDefinerFunctions(knex, [textIds]);
  await createTextIds(knex, {
    columns: { cell_id: 'integer', status: 'smallint', management_state: 'smallint' },
    settings: shared,
  });
  await asDefiner(knex, async () => {
    for (const setting of shared) await knex.raw(`alter function ${textCounts} set ${setting}`);
  });
}

export async function down(knex: Knex): Promise<void> {
  await asDefiner(knex, async () => {
    for (const setting of shared)
      await knex.raw(`alter function ${textCounts} reset ${setting.split(' ')[0]}`);
  });
  await dropDefinerFunctions(knex, [textIds]);
  await createTextIds(knex);
  await writeIndexing(knex);
}

const textIds = 'search_text_ids(text, boolean, integer)';
const textCounts = 'search_text_counts(text, boolean, boolean, boolean)';

/** One helper: a request must not take every core. It costs little to start, against a scan of many texts. */
const shared = ['max_parallel_workers_per_gather = 1', 'parallel_setup_cost = 0', 'parallel_tuple_cost = 0'];
