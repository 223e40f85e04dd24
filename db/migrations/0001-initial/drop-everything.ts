/** Drops every object of the migration. Functions are dropped as the role that owns them. */
export const dropEverything = String.raw`
set local role inventory_definer;
drop function begin_session(uuid), begin_ingest(bytea), find_login(text), find_invitation(bytea), organization_ids(),
  active_runs(interval, integer), due_schedules(integer), scan_schedules(uuid, integer),
  connections_to_sync(interval, integer), organizations_with_accounts(), due_feeds(interval, integer),
  organizations_to_index(), search_text_ids(text, boolean, integer),
  search_text_counts(text, boolean, boolean, boolean);
set local role inventory_sealer;
drop function seal_audit_entries(integer), prune_audit_entries(interval, integer);
set local role inventory_owner;
drop function verify_audit_chain(uuid), audit_entry_hash(bytea, bigint, audit_entries);

drop table memberships, applications;
drop table resource_pair_counts, resource_counts, resource_count_deltas, resource_tags, resource_former_texts,
  resource_history, resource_search, search_cells;
drop table token_buckets, account_freshness, coverage_cells, scan_tasks, scan_accounts, scans;
drop table cloudtrail_event_keys, cloudtrail_events, cloudtrail_feeds, changes;
drop table seen_resources, resource_revisions, resource_documents, resources;
drop table secret_hash_keys, onboarding_steps, aws_accounts, aws_connections, environments;
drop table runs, rate_limits, idempotency_keys;
drop table audit_chain_heads, audit_entries;
drop table ingest_tokens, invitations, sessions, users, organizations;

drop function fold_resource_counts(integer), index_search_texts(integer);
drop function index_inserted_resources(), index_updated_resources(), index_deleted_resources(), index_first_tags(),
  index_tags();
drop function follow_run(), sum_scan(uuid, uuid), record_freshness(), trail_key(text), text_set(text[]);
drop type text_range;
`;
