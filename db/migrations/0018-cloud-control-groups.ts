import type { Knex } from 'knex';

const outcomes = "'complete', 'denied', 'throttled', 'unsupported', 'error', 'blocked_by_scp'";

/**
 * 1. The permission groups of the role of an account, as its tag says; null when it is unknown what the role can read.
 * 2. The outcome of cells that no scan reads because the role was never given an action that they require.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table aws_accounts add column cloud_control_groups text[];
alter table coverage_cells
  drop constraint coverage_cells_outcome_check,
  add constraint coverage_cells_outcome_check check (outcome in (${outcomes}, 'not_permitted'));
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table coverage_cells no force row level security;
update coverage_cells set outcome = 'denied' where outcome = 'not_permitted';
alter table coverage_cells
  force row level security,
  drop constraint coverage_cells_outcome_check,
  add constraint coverage_cells_outcome_check check (outcome in (${outcomes}));
alter table aws_accounts drop column cloud_control_groups;
`);
}
