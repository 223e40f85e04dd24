/**
 * The deletion of an organization no longer cascades to its audit log. Only delete_organization, which inventory_app
 * cannot execute, deletes both; it keeps the head of the audit chain in deleted_organizations.
 */
export const up = String.raw`
alter table audit_entries drop constraint audit_entries_organization_fkey;
alter table audit_entries add constraint audit_entries_organization_fkey
  foreign key (organization_id) references organizations (id);
alter table audit_chain_heads drop constraint audit_chain_heads_organization_fkey;
alter table audit_chain_heads add constraint audit_chain_heads_organization_fkey
  foreign key (organization_id) references organizations (id);

create table deleted_organizations (
  id uuid not null,
  slug text not null,
  deleted_at timestamptz not null default now(),
  head_sequence bigint not null,
  head_hash bytea not null,
  constraint deleted_organizations_pkey primary key (id)
);
grant select, insert on deleted_organizations to inventory_sealer;

grant select, delete, update (updated_at) on organizations to inventory_sealer;
create policy organizations_sealer on organizations to inventory_sealer using (true) with check (true);
grant delete on audit_chain_heads to inventory_sealer;

-- These tables have no foreign key that cascades from organizations: it would cost a check for each new row.
grant select, delete on seen_resources, resource_search, resource_history, resource_former_texts, resource_tags,
  resource_count_deltas, resource_counts, resource_pair_counts to inventory_sealer;
create policy seen_resources_sealer on seen_resources to inventory_sealer using (true);
create policy resource_search_sealer on resource_search to inventory_sealer using (true);
create policy resource_history_sealer on resource_history to inventory_sealer using (true);
create policy resource_former_texts_sealer on resource_former_texts to inventory_sealer using (true);
create policy resource_tags_sealer on resource_tags to inventory_sealer using (true);
create policy resource_count_deltas_sealer on resource_count_deltas to inventory_sealer using (true);
create policy resource_counts_sealer on resource_counts to inventory_sealer using (true);
create policy resource_pair_counts_sealer on resource_pair_counts to inventory_sealer using (true);

-- Deletes an organization and all its rows, and returns the head of its audit chain. Returns no row for an unknown id.
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

revoke all on function delete_organization(uuid) from public;
set local role none;
grant create on schema public to inventory_sealer;
alter function delete_organization(uuid) owner to inventory_sealer;
revoke create on schema public from inventory_sealer;
-- After the change of the owner, which replaces the former owner in the privileges.
set local role inventory_sealer;
grant execute on function delete_organization(uuid) to inventory_owner;
set local role inventory_owner;
`;

export const down = String.raw`
set local role inventory_sealer;
drop function delete_organization(uuid);
set local role inventory_owner;
drop policy seen_resources_sealer on seen_resources;
drop policy resource_search_sealer on resource_search;
drop policy resource_history_sealer on resource_history;
drop policy resource_former_texts_sealer on resource_former_texts;
drop policy resource_tags_sealer on resource_tags;
drop policy resource_count_deltas_sealer on resource_count_deltas;
drop policy resource_counts_sealer on resource_counts;
drop policy resource_pair_counts_sealer on resource_pair_counts;
revoke select, delete on seen_resources, resource_search, resource_history, resource_former_texts, resource_tags,
  resource_count_deltas, resource_counts, resource_pair_counts from inventory_sealer;
revoke delete on audit_chain_heads from inventory_sealer;
drop policy organizations_sealer on organizations;
revoke select, delete, update (updated_at) on organizations from inventory_sealer;
drop table deleted_organizations;
alter table audit_entries drop constraint audit_entries_organization_fkey;
alter table audit_entries add constraint audit_entries_organization_fkey
  foreign key (organization_id) references organizations (id) on delete cascade;
alter table audit_chain_heads drop constraint audit_chain_heads_organization_fkey;
alter table audit_chain_heads add constraint audit_chain_heads_organization_fkey
  foreign key (organization_id) references organizations (id) on delete cascade;
`;
