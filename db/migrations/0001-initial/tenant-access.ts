/**
 * Row-level security and privileges of all tenant tables. The API and the workers have the role `inventory_app`, which can
 * access only rows of the organization that the transaction has set.
 *
 * `nullif`: after a transaction that set it, the setting is '' and not null on the same connection.
 *
 * The role `inventory_definer` owns the functions that run before an organization is known. It has a policy for `select` on
 * the tables that they read.
 */
export const tenantAccess = String.raw`
-- Organizations, users and credentials

alter table organizations enable row level security, force row level security;
create policy organizations_tenant on organizations to inventory_app
  using (id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on organizations to inventory_app;
create policy organizations_definer on organizations for select to inventory_definer using (true);
grant select on organizations to inventory_definer;

alter table users enable row level security, force row level security;
create policy users_tenant on users to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on users to inventory_app;
create policy users_definer on users for select to inventory_definer using (true);
grant select on users to inventory_definer;

alter table sessions enable row level security, force row level security;
create policy sessions_tenant on sessions to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on sessions to inventory_app;
create policy sessions_definer on sessions for select to inventory_definer using (true);
grant select on sessions to inventory_definer;

alter table invitations enable row level security, force row level security;
create policy invitations_tenant on invitations to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on invitations to inventory_app;
create policy invitations_definer on invitations for select to inventory_definer using (true);
grant select on invitations to inventory_definer;

alter table ingest_tokens enable row level security, force row level security;
create policy ingest_tokens_tenant on ingest_tokens to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on ingest_tokens to inventory_app;
create policy ingest_tokens_definer on ingest_tokens for select to inventory_definer using (true);
grant select on ingest_tokens to inventory_definer;

-- Requests and runs

alter table idempotency_keys enable row level security, force row level security;
create policy idempotency_keys_tenant on idempotency_keys to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on idempotency_keys to inventory_app;

alter table runs enable row level security, force row level security;
create policy runs_tenant on runs to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on runs to inventory_app;
create policy runs_definer on runs for select to inventory_definer using (true);
grant select on runs to inventory_definer;

-- Connections

alter table environments enable row level security, force row level security;
create policy environments_tenant on environments to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on environments to inventory_app;

alter table aws_connections enable row level security, force row level security;
create policy aws_connections_tenant on aws_connections to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on aws_connections to inventory_app;
create policy aws_connections_definer on aws_connections for select to inventory_definer using (true);
grant select on aws_connections to inventory_definer;

alter table aws_accounts enable row level security, force row level security;
create policy aws_accounts_tenant on aws_accounts to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on aws_accounts to inventory_app;
create policy aws_accounts_definer on aws_accounts for select to inventory_definer using (true);
grant select on aws_accounts to inventory_definer;

alter table onboarding_steps enable row level security, force row level security;
create policy onboarding_steps_tenant on onboarding_steps to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on onboarding_steps to inventory_app;

alter table secret_hash_keys enable row level security, force row level security;
create policy secret_hash_keys_tenant on secret_hash_keys to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on secret_hash_keys to inventory_app;

-- Inventory and changes

alter table resources enable row level security, force row level security;
create policy resources_tenant on resources to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resources to inventory_app;

alter table resource_documents enable row level security, force row level security;
create policy resource_documents_tenant on resource_documents to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_documents to inventory_app;

alter table resource_revisions enable row level security, force row level security;
create policy resource_revisions_tenant on resource_revisions to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_revisions to inventory_app;

alter table seen_resources enable row level security, force row level security;
create policy seen_resources_tenant on seen_resources to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, delete on seen_resources to inventory_app;

alter table changes enable row level security, force row level security;
create policy changes_tenant on changes to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on changes to inventory_app;

alter table cloudtrail_feeds enable row level security, force row level security;
create policy cloudtrail_feeds_tenant on cloudtrail_feeds to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on cloudtrail_feeds to inventory_app;
create policy cloudtrail_feeds_definer on cloudtrail_feeds for select to inventory_definer using (true);
grant select on cloudtrail_feeds to inventory_definer;

alter table cloudtrail_events enable row level security, force row level security;
create policy cloudtrail_events_tenant on cloudtrail_events to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on cloudtrail_events to inventory_app;

alter table cloudtrail_event_keys enable row level security, force row level security;
create policy cloudtrail_event_keys_tenant on cloudtrail_event_keys to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on cloudtrail_event_keys to inventory_app;

-- Scans

alter table scans enable row level security, force row level security;
create policy scans_tenant on scans to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on scans to inventory_app;

alter table scan_accounts enable row level security, force row level security;
create policy scan_accounts_tenant on scan_accounts to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on scan_accounts to inventory_app;

alter table scan_tasks enable row level security, force row level security;
create policy scan_tasks_tenant on scan_tasks to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on scan_tasks to inventory_app;

alter table coverage_cells enable row level security, force row level security;
create policy coverage_cells_tenant on coverage_cells to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on coverage_cells to inventory_app;

alter table account_freshness enable row level security, force row level security;
create policy account_freshness_tenant on account_freshness to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on account_freshness to inventory_app;

alter table token_buckets enable row level security, force row level security;
create policy token_buckets_tenant on token_buckets to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on token_buckets to inventory_app;

-- Search

alter table search_cells enable row level security, force row level security;
create policy search_cells_tenant on search_cells to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert on search_cells to inventory_app;

alter table resource_search enable row level security, force row level security;
create policy resource_search_tenant on resource_search to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_search to inventory_app;
create policy resource_search_definer on resource_search for select to inventory_definer using (true);
grant select on resource_search to inventory_definer;

alter table resource_history enable row level security, force row level security;
create policy resource_history_tenant on resource_history to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_history to inventory_app;

alter table resource_former_texts enable row level security, force row level security;
create policy resource_former_texts_tenant on resource_former_texts to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_former_texts to inventory_app;

alter table resource_tags enable row level security, force row level security;
create policy resource_tags_tenant on resource_tags to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_tags to inventory_app;

alter table resource_count_deltas enable row level security, force row level security;
create policy resource_count_deltas_tenant on resource_count_deltas to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_count_deltas to inventory_app;
create policy resource_count_deltas_definer on resource_count_deltas for select to inventory_definer using (true);
grant select on resource_count_deltas to inventory_definer;

alter table resource_counts enable row level security, force row level security;
create policy resource_counts_tenant on resource_counts to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_counts to inventory_app;

alter table resource_pair_counts enable row level security, force row level security;
create policy resource_pair_counts_tenant on resource_pair_counts to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_pair_counts to inventory_app;

-- Applications

alter table applications enable row level security, force row level security;
create policy applications_tenant on applications to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on applications to inventory_app;

alter table memberships enable row level security, force row level security;
create policy memberships_tenant on memberships to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on memberships to inventory_app;
`;
