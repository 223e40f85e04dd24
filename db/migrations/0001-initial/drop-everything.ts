/** Drops every object of the migration. Functions are dropped as the role that owns them. */
export const dropEverything = String.raw`
set local role inventory_definer;
drop function begin_ingest, find_invitation, organization_ids;
drop function begin_session, find_login, find_user_token, has_signed_in_from;
drop function active_runs, oldest_active_runs;
drop function due_schedules, scan_schedules, connections_to_sync;
drop function organizations_to_index, search_text_ids, search_text_counts;
drop function claim_due_feeds;
drop function find_scm_connection, find_github_connection, pending_github_claims, record_github_installation,
  find_github_installer, use_github_installation, delete_github_installation, delete_old_github_installations,
  claim_scm_syncs, organizations_with_queued_deliveries, count_scm_connections, scm_delivery_queue;
drop function claim_state_syncs, claim_state_detections;
drop function organizations_to_infer, inference_queues, inference_queue_rows;
drop function expired_turns, turn_positions;
set local role inventory_sealer;
drop function delete_organization, seal_audit_entries, prune_audit_entries;
set local role inventory_owner;
drop function verify_audit_chain, audit_entry_hash;

drop table ai_audit_entries, ai_turn_events, ai_turns, ai_conversations, ai_settings;
drop table plan_changes, plans, executions;
drop table graph_extractions, graph_accounts, relationship_compositions, graph_changed_middles, graph_changed_keys,
  graph_references, resource_identifiers, graph_holders, external_nodes, relationship_periods, relationships;
drop table inference_scope, inference_queue, ownership_events, ownership_issues, resource_teams, resource_environments,
  inference_rules, repository_teams, application_owners, team_members, teams;
drop table code_locations, code_location_remotes, code_location_folders, code_location_states, import_pull_requests,
  mapping_coverage_days, mapping_accounts, mapping_corrections, state_entries, iac_project_states, state_sources;
drop table scm_deliveries, repository_applications, pull_request_comments, pull_request_impacts, pull_request_projects,
  pull_requests, iac_projects, repository_paths, iac_documents, repositories, github_installations, scm_install_states,
  scm_connections;
drop table memberships, applications;
drop table cloudtrail_event_keys, cloudtrail_events, cloudtrail_feeds, changes;
drop table resource_pair_counts, resource_counts, resource_count_deltas, resource_tags, resource_former_texts,
  resource_history, resource_search, search_cells;
drop table shared_references, resource_revisions, resource_documents, resources;
drop table secret_hash_keys, token_buckets, account_freshness, blocked_regions, coverage_cells, seen_resources, scan_tasks,
  scan_accounts, scans;
drop table role_checks, onboarding_steps, aws_accounts, aws_connections, environments;
drop table runs, rate_limits, idempotency_keys;
drop table user_tokens, sessions, ingest_tokens, invitations, users;
drop table audit_settings, audit_chain_heads, audit_entries, deleted_organizations, organizations;

drop function queue_inserted_resources, queue_updated_resources, queue_updated_tags;
drop function fold_resource_counts, index_search_texts, index_inserted_resources, index_updated_resources,
  index_deleted_resources, index_first_tags, index_tags;
drop function follow_run, sum_scan, record_freshness, text_set;
drop type text_range;
`;
