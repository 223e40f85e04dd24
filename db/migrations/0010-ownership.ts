import type { Knex } from 'knex';
import { access } from './0010-ownership/access.ts';
import { executions } from './0010-ownership/executions.ts';
import { queue } from './0010-ownership/queue.ts';
import * as runKinds from './0010-ownership/run-kinds.ts';
import { tables } from './0010-ownership/tables.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables);
  await knex.raw(queue);
  await knex.raw(access);
  await knex.raw(executions);
  await knex.raw(runKinds.up);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(runKinds.down);
  await knex.raw(`
    drop trigger resources_inference_insert on resources;
    drop trigger resources_inference_update on resources;
    drop trigger resource_documents_inference_update on resource_documents;
    drop function queue_inserted_resources(), queue_updated_resources(), queue_updated_tags();
    set local role inventory_definer;
    drop function organizations_to_infer();
    set local role inventory_owner;
    drop table executions;
    drop table inference_scope, inference_queue, relationships, ownership_events, ownership_issues, resource_teams,
      resource_environments, inference_rules, repository_teams, application_owners, team_members, teams;
    drop index memberships_rule_index, memberships_verdict_index, memberships_application_index, memberships_stale_index;
    delete from memberships where source = 'repository';
    alter table memberships drop constraint memberships_source_check;
    alter table memberships add constraint memberships_source_check check (source in ('declared', 'rule'));
    alter table memberships drop column rule_id, drop column only_related, drop column evidence, drop column reviewed_by, drop column reviewed_at,
      drop column reason;
  `);
}
