import type { Knex } from 'knex';

/** That an organization names the account that lists it is the API's rule; the table knows what an account's id is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table aws_connections drop constraint aws_connections_management_account_check');
  await knex.raw(`
    alter table aws_connections add constraint aws_connections_management_account_check
    check (management_account_id ~ '^\\d{12}$')`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table aws_connections drop constraint aws_connections_management_account_check');
  await knex.raw(`
    alter table aws_connections add constraint aws_connections_management_account_check
    check ((kind <> 'organization' or management_account_id is not null) and management_account_id ~ '^\\d{12}$')`);
}
