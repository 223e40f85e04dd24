import type { Knex } from 'knex';

/** Calls of programs through the Model Context Protocol in the AI audit log. They have no turn. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ai_audit_entries
      alter column user_id drop not null,
      alter column conversation_id drop not null,
      alter column turn_id drop not null,
      alter column provider drop not null,
      alter column model drop not null,
      add column api_token_id uuid,
      add column resource text,
      add column prompt text,
      add column client text,
      drop constraint ai_audit_entries_kind_check,
      add constraint ai_audit_entries_kind_check check (kind in ('turn', 'tool_call', 'mcp_call'));
    create index ai_audit_entries_api_token_index on ai_audit_entries (organization_id, api_token_id, id)
      where api_token_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from ai_audit_entries where kind = 'mcp_call';
    drop index ai_audit_entries_api_token_index;
    alter table ai_audit_entries
      drop constraint ai_audit_entries_kind_check,
      add constraint ai_audit_entries_kind_check check (kind in ('turn', 'tool_call')),
      drop column client,
      drop column prompt,
      drop column resource,
      drop column api_token_id,
      alter column model set not null,
      alter column provider set not null,
      alter column turn_id set not null,
      alter column conversation_id set not null,
      alter column user_id set not null;
  `);
}
