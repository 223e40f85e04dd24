import type { Knex } from 'knex';
import { access } from './0013-plans/access.ts';
import { tables } from './0013-plans/tables.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables);
  await knex.raw(access);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table plan_changes, plans;
    drop index changes_detected_index, executions_commit_index, executions_explanation_due_index,
      executions_unknown_repository_index, executions_unknown_project_index, executions_unknown_pull_request_index;
    alter table executions alter column organization_id set statistics default;
    alter table executions drop column started_by_report, drop column ended_by_report, drop column explanation_due;
    delete from pull_request_impacts s using pull_request_impacts n
      where n.organization_id = s.organization_id and n.pull_request_id = s.pull_request_id
        and n.iac_project_id = s.iac_project_id and (n.reported_at, n.report_id) > (s.reported_at, s.report_id);
    alter table pull_request_impacts drop constraint pull_request_impacts_pkey,
      add constraint pull_request_impacts_pkey primary key (organization_id, pull_request_id, iac_project_id);
    alter table pull_request_impacts drop column workspace;
  `);
}
