/**
 * Pins the search_path of every function that had none. Without it, a name in a function can resolve to a temporary table
 * or function of its caller: a session searches its temporary schema first unless the path names it.
 */
export const up = String.raw`
alter function audit_entry_hash(bytea, bigint, audit_entries) set search_path = pg_catalog, public, pg_temp;
alter function verify_audit_chain(uuid) set search_path = pg_catalog, public, pg_temp;
alter function text_set(text[]) set search_path = pg_catalog, public, pg_temp;
alter function trail_key(text) set search_path = pg_catalog, public, pg_temp;
alter function sum_scan(uuid, uuid) set search_path = pg_catalog, public, pg_temp;
alter function follow_run() set search_path = pg_catalog, public, pg_temp;
alter function record_freshness() set search_path = pg_catalog, public, pg_temp;
alter function fold_resource_counts(integer) set search_path = pg_catalog, public, pg_temp;
alter function index_search_texts(integer) set search_path = pg_catalog, public, pg_temp;
alter function index_inserted_resources() set search_path = pg_catalog, public, pg_temp;
alter function index_updated_resources() set search_path = pg_catalog, public, pg_temp;
alter function index_deleted_resources() set search_path = pg_catalog, public, pg_temp;
alter function index_first_tags() set search_path = pg_catalog, public, pg_temp;
alter function index_tags() set search_path = pg_catalog, public, pg_temp;
`;

export const down = String.raw`
alter function audit_entry_hash(bytea, bigint, audit_entries) reset search_path;
alter function verify_audit_chain(uuid) reset search_path;
alter function text_set(text[]) reset search_path;
alter function trail_key(text) reset search_path;
alter function sum_scan(uuid, uuid) reset search_path;
alter function follow_run() reset search_path;
alter function record_freshness() reset search_path;
alter function fold_resource_counts(integer) reset search_path;
alter function index_search_texts(integer) reset search_path;
alter function index_inserted_resources() reset search_path;
alter function index_updated_resources() reset search_path;
alter function index_deleted_resources() reset search_path;
alter function index_first_tags() reset search_path;
alter function index_tags() reset search_path;
`;
