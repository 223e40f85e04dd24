import type { Knex } from 'knex';
import { access } from './0008-source-control/access.ts';
import * as runKinds from './0008-source-control/run-kinds.ts';
import { tables } from './0008-source-control/tables.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables);
  await knex.raw(access);
  await knex.raw(runKinds.up);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(runKinds.down);
  await knex.raw(`
    set local role inventory_definer;
    drop function find_scm_connection(uuid), find_github_connection(bigint), pending_github_claims(bigint, bigint),
      record_github_installation(bigint, bigint, text, bigint), find_github_installer(bigint),
      use_github_installation(bigint, bigint, text), delete_github_installation(bigint),
      delete_old_github_installations(integer), claim_scm_syncs(interval, interval, integer),
      organizations_with_queued_deliveries(interval, uuid, integer), count_scm_connections(), scm_delivery_queue();
    set local role inventory_owner;
    drop table scm_deliveries, repository_applications, pull_request_comments, pull_request_impacts, pull_request_projects, pull_requests, iac_projects, iac_documents, repository_paths, repositories, github_installations, scm_install_states, scm_connections;
  `);
}
