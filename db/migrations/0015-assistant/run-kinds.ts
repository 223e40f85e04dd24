const earlierKinds = `'onboard_connection', 'validate_connection', 'validate_account', 'sync_accounts', 'upgrade_template',
    'delete_connection', 'scan', 'ingest_changes', 'sync_scm_connection', 'delete_scm_connection', 'scan_repository',
    'handle_delivery', 'publish_plan_impact', 'sync_state_source',
    'detect_state_sources', 'match_account', 'open_import_pull_request', 'infer_memberships', 'extract_graph'`;

/** Adds the run of a turn to the kinds of runs. */
export const up = String.raw`
alter table runs drop constraint runs_kind_check;
alter table runs add constraint runs_kind_check check (kind in (${earlierKinds}, 'answer_turn'));
`;

export const down = String.raw`
alter table runs drop constraint runs_kind_check;
delete from runs where kind = 'answer_turn';
alter table runs add constraint runs_kind_check check (kind in (${earlierKinds}));
`;
