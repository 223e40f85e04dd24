/** Access to the audit log and to tables that are no tenant tables, and the owners of definer functions. */
export const privileges = String.raw`
-- The application role can insert and read entries of the audit log, but not change them. Only inventory_sealer can set
-- sequence and hash, once per entry, and delete entries that have them.
alter table audit_entries enable row level security, force row level security;
create policy audit_entries_tenant on audit_entries to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select on audit_entries to inventory_app;
grant insert (organization_id, actor_type, actor_id, actor_name, action, target_type, target_id, target_name, outcome,
  request_id, ip, details) on audit_entries to inventory_app;
create policy audit_entries_sealer_reads on audit_entries for select to inventory_sealer using (true);
create policy audit_entries_sealer_seals on audit_entries for update to inventory_sealer
  using (sequence is null) with check (true);
create policy audit_entries_sealer_prunes on audit_entries for delete to inventory_sealer
  using (sequence is not null);
grant select, delete, update (sequence, hash) on audit_entries to inventory_sealer;

alter table audit_chain_heads enable row level security, force row level security;
create policy audit_chain_heads_tenant on audit_chain_heads to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select on audit_chain_heads to inventory_app;
create policy audit_chain_heads_sealer on audit_chain_heads to inventory_sealer using (true) with check (true);
grant select, insert, update on audit_chain_heads to inventory_sealer;

grant select, insert, update, delete on rate_limits to inventory_app;

-- Workers run ANALYZE after scans that wrote many rows.
grant maintain on resources, resource_documents, resource_revisions, changes, resource_search, resource_history,
  resource_tags to inventory_app;

-- Definer functions run with the privileges of their owner. Only the application may call them.
revoke all on function begin_session(uuid), begin_ingest(bytea), find_login(text), find_invitation(bytea),
  organization_ids(), active_runs(interval, integer), due_schedules(integer), scan_schedules(uuid, integer),
  connections_to_sync(interval, integer), organizations_with_accounts(), due_feeds(interval, integer),
  organizations_to_index(), search_text_ids(text, boolean, integer),
  search_text_counts(text, boolean, boolean, boolean), seal_audit_entries(integer),
  prune_audit_entries(interval, integer) from public;
grant execute on function begin_session(uuid), begin_ingest(bytea), find_login(text), find_invitation(bytea),
  organization_ids(), active_runs(interval, integer), due_schedules(integer), scan_schedules(uuid, integer),
  connections_to_sync(interval, integer), organizations_with_accounts(), due_feeds(interval, integer),
  organizations_to_index(), search_text_ids(text, boolean, integer),
  search_text_counts(text, boolean, boolean, boolean), seal_audit_entries(integer),
  prune_audit_entries(interval, integer) to inventory_app;

-- "alter function … owner" requires that the new owner can create objects in the schema. The role that runs the
-- migrations is a member of both owners.
set local role none;
grant create on schema public to inventory_definer, inventory_sealer;
alter function begin_session(uuid) owner to inventory_definer;
alter function begin_ingest(bytea) owner to inventory_definer;
alter function find_login(text) owner to inventory_definer;
alter function find_invitation(bytea) owner to inventory_definer;
alter function organization_ids() owner to inventory_definer;
alter function active_runs(interval, integer) owner to inventory_definer;
alter function due_schedules(integer) owner to inventory_definer;
alter function scan_schedules(uuid, integer) owner to inventory_definer;
alter function connections_to_sync(interval, integer) owner to inventory_definer;
alter function organizations_with_accounts() owner to inventory_definer;
alter function due_feeds(interval, integer) owner to inventory_definer;
alter function organizations_to_index() owner to inventory_definer;
alter function search_text_ids(text, boolean, integer) owner to inventory_definer;
alter function search_text_counts(text, boolean, boolean, boolean) owner to inventory_definer;
alter function seal_audit_entries(integer) owner to inventory_sealer;
alter function prune_audit_entries(interval, integer) owner to inventory_sealer;
revoke create on schema public from inventory_definer, inventory_sealer;
set local role inventory_owner;
`;
