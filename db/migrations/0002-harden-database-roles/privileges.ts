/**
 * Revokes the deletion of records that the product never deletes, and with it every cascade that reaches a table with
 * triggers: a foreign key deletes rows as the owner of the table, so triggers of the table would run as inventory_owner.
 * Limits the kinds of runs, and adds the indexes of retention.
 */
export const up = String.raw`
revoke delete on organizations, users, aws_connections, aws_accounts, resources, resource_documents, coverage_cells,
  secret_hash_keys from inventory_app;

alter table runs add constraint runs_kind_check check (
  kind in ('onboard_connection', 'validate_connection', 'validate_account', 'sync_accounts', 'upgrade_template',
    'delete_connection', 'scan', 'ingest_changes'));

-- For retention.
create index runs_finished_index on runs (organization_id, finished_at) where finished_at is not null;
create index scans_finished_index on scans (organization_id, finished_at) where finished_at is not null;
`;

export const down = String.raw`
drop index runs_finished_index, scans_finished_index;
alter table runs drop constraint runs_kind_check;
grant delete on organizations, users, aws_connections, aws_accounts, resources, resource_documents, coverage_cells,
  secret_hash_keys to inventory_app;
`;
