import type { Knex } from 'knex';
import { invitationStatuses } from '../../domain/values.ts';
import { roleNames } from '../../domain/identity/roles.ts';
import {
  dropDefinerFunctions,
  makeDefinerFunction,
  oneOf,
  protectTenantTable,
} from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invitations (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      email text not null,
      roles text[] not null,
      token_hash bytea not null,
      status text not null default 'pending',
      invited_by uuid not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      constraint invitations_pkey primary key (organization_id, id),
      constraint invitations_token_key unique (token_hash),
      constraint invitations_invited_by_fkey foreign key (organization_id, invited_by)
        references users (organization_id, id) on delete cascade,
      constraint invitations_status_check check (${oneOf('status', invitationStatuses)}),
      constraint invitations_roles_check check (
        cardinality(roles) > 0 and roles <@ array[${roleNames.map((name) => `'${name}'`).join(', ')}])
    )`);
  await knex.raw(
    "create unique index invitations_pending_key on invitations (organization_id, email) where status = 'pending'",
  );
  await protectTenantTable(knex, 'invitations', { readableByDefiner: true });
  await knex.raw(`
    create function find_invitation(wanted bytea) returns table (organization_id uuid, id uuid)
    language sql stable as $$ select organization_id, id from invitations where token_hash = wanted $$`);
  await makeDefinerFunction(knex, 'find_invitation(bytea)');

  await knex.raw(`
    create table ingest_tokens (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      name text not null,
      prefix text not null,
      token_hash bytea not null,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz,
      constraint ingest_tokens_pkey primary key (organization_id, id),
      constraint ingest_tokens_token_key unique (token_hash),
      constraint ingest_tokens_created_by_fkey foreign key (organization_id, created_by)
        references users (organization_id, id) on delete cascade
    )`);
  await protectTenantTable(knex, 'ingest_tokens', { readableByDefiner: true });

  // The counterpart of begin_session for programs: finds the token and sets the organization.
  await knex.raw(`
    create function begin_ingest(wanted bytea)
    returns table (organization_id uuid, ingest_token_id uuid, ended boolean, used_lately boolean)
    language plpgsql as $$
    begin
      select t.organization_id, t.id, t.revoked_at is not null or coalesce(t.expires_at <= now(), false),
             coalesce(t.last_used_at > now() - interval '1 minute', false)
        into organization_id, ingest_token_id, ended, used_lately
        from ingest_tokens t where t.token_hash = wanted;
      if found then
        perform set_config('app.organization_id', organization_id::text, true);
        return next;
      end if;
    end $$`);
  await makeDefinerFunction(knex, 'begin_ingest(bytea)');
}

export async function down(knex: Knex): Promise<void> {
  await dropDefinerFunctions(knex, ['begin_ingest(bytea)', 'find_invitation(bytea)']);
  await knex.raw('drop table ingest_tokens, invitations');
}
