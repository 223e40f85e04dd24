import type { Knex } from 'knex';

const array = `jsonb_build_array(
    place, entry.organization_id, entry.id, (extract(epoch from entry.occurred_at) * 1000000)::bigint,
    entry.actor_type, entry.actor_id, entry.actor_name, entry.action,
    entry.target_type, entry.target_id, entry.target_name, entry.outcome,
    entry.request_id, entry.ip, entry.details)::text`;

/** The text that is hashed for an entry is a function of its own, because an export of the audit log contains it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
create function audit_entry_text(place bigint, entry audit_entries) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select ${array}
$$;
create or replace function audit_entry_hash(previous bytea, place bigint, entry audit_entries) returns bytea
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select sha256(previous || convert_to(audit_entry_text(place, entry), 'UTF8'))
$$;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
create or replace function audit_entry_hash(previous bytea, place bigint, entry audit_entries) returns bytea
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select sha256(previous || convert_to(${array}, 'UTF8'))
$$;
drop function audit_entry_text;
`);
}
