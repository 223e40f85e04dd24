import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/** Organizations, invitations of their members, and the tokens with which CI systems report. */
export const organizations = String.raw`
create table organizations (
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint organizations_pkey primary key (id),
  constraint organizations_slug_key unique (slug)
);

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
  constraint invitations_status_check check (status in ('pending', 'accepted', 'revoked', 'expired')),
  constraint invitations_roles_check check (
    cardinality(roles) > 0 and roles <@ array['platform_admin', 'cloud_admin', 'engineer', 'auditor', 'viewer'])
);
create unique index invitations_pending_key on invitations (organization_id, email) where status = 'pending';

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
  constraint ingest_tokens_token_key unique (token_hash)
);

-- The head of the audit chain of each deleted organization.
create table deleted_organizations (
  id uuid not null,
  slug text not null,
  deleted_at timestamptz not null default now(),
  head_sequence bigint not null,
  head_hash bytea not null,
  constraint deleted_organizations_pkey primary key (id)
);

${definerFunctions(String.raw`
-- Returns the ingest token with one indexed read, and sets the organization for the rest of the transaction. If used_lately
-- is true, the caller need not update last_used_at.
create function begin_ingest(wanted bytea)
returns table (organization_id uuid, ingest_token_id uuid, ended boolean, used_lately boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select t.organization_id, t.id, t.revoked_at is not null or coalesce(t.expires_at <= now(), false),
         coalesce(t.last_used_at > now() - interval '1 minute', false)
    into organization_id, ingest_token_id, ended, used_lately
    from ingest_tokens t where t.token_hash = wanted;
  if found then
    perform set_config('app.organization_id', organization_id::text, true);
    return next;
  end if;
end $$;

create function find_invitation(wanted bytea) returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from invitations where token_hash = wanted
$$;

-- For commands of an operator and for jobs that process every organization.
create function organization_ids() returns table (id uuid, slug text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, slug from organizations order by id
$$;
`)}

-- Deletes an organization and all its rows, and returns the head of its audit chain. Returns no row for an unknown id.
-- inventory_app cannot execute it: SQL that an attacker runs as inventory_app can neither remove an organization nor its
-- audit log.
set local role inventory_sealer;
create function delete_organization(wanted uuid)
returns table (deleted_slug text, head_sequence bigint, head_hash bytea)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Waits for transactions that insert audit entries, and rejects later ones: their foreign key locks this row.
  select o.slug into deleted_slug from organizations o where o.id = wanted for update;
  if not found then return; end if;
  perform pg_advisory_xact_lock(hashtext('inventory.audit.seal'));
  while exists (select from audit_entries e where e.organization_id = wanted and e.sequence is null) loop
    perform seal_audit_entries(1000);
  end loop;
  select coalesce(max(h.sequence), 0), coalesce(max(h.hash), '\x') into head_sequence, head_hash
    from audit_chain_heads h where h.organization_id = wanted;
  insert into deleted_organizations (id, slug, head_sequence, head_hash)
    values (wanted, deleted_slug, head_sequence, head_hash);
  delete from audit_entries where organization_id = wanted;
  delete from audit_chain_heads where organization_id = wanted;
  delete from organizations where id = wanted;
  delete from seen_resources where organization_id = wanted;
  delete from resource_search where organization_id = wanted;
  delete from resource_history where organization_id = wanted;
  delete from resource_former_texts where organization_id = wanted;
  delete from resource_tags where organization_id = wanted;
  delete from resource_count_deltas where organization_id = wanted;
  delete from resource_counts where organization_id = wanted;
  delete from resource_pair_counts where organization_id = wanted;
  return next;
end $$;
revoke all on function delete_organization from public;
grant execute on function delete_organization to inventory_owner;
set local role inventory_owner;

alter table organizations enable row level security, force row level security;
create policy organizations_tenant on organizations to inventory_app
  using (id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update on organizations to inventory_app;
create policy organizations_sealer on organizations to inventory_sealer using (true) with check (true);
-- "for update" in delete_organization requires the privilege to update a column.
grant select, delete, update (updated_at) on organizations to inventory_sealer;
grant select, insert on deleted_organizations to inventory_sealer;
${tenantAccess(['invitations', 'ingest_tokens'])}
${definerReads(['organizations', 'invitations', 'ingest_tokens'])}
`;
