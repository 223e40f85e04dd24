import { definerFunctions, tenantAccess } from './access.ts';

/**
 * The audit log of an organization. A hash chain per organization makes changes of its entries detectable. The application
 * role can insert and read entries, but not change them. Only `inventory_sealer` can set sequence and hash, once per entry, and
 * delete entries that have them.
 */
export const auditLog = String.raw`
-- The application inserts entries without sequence and hash. seal_audit_entries sets both. The deletion of an organization
-- does not cascade to its entries: only delete_organization deletes both.
create table audit_entries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  occurred_at timestamptz not null default clock_timestamp(),
  transaction_id xid8 not null default pg_current_xact_id(),
  actor_type text not null,
  actor_id uuid,
  actor_name text,
  action text not null,
  target_type text,
  target_id text,
  target_name text,
  outcome text not null,
  request_id text,
  ip text,
  details jsonb not null default '{}',
  sequence bigint,
  hash bytea,
  constraint audit_entries_pkey primary key (organization_id, id),
  constraint audit_entries_sequence_key unique (organization_id, sequence),
  constraint audit_entries_organization_fkey foreign key (organization_id) references organizations (id),
  constraint audit_entries_actor_type_check check (actor_type in ('user', 'ingest_token', 'system', 'webhook')),
  constraint audit_entries_outcome_check check (outcome in ('success', 'refused')),
  constraint audit_entries_sealed_check check ((sequence is null) = (hash is null))
);
create index audit_entries_unsealed_index on audit_entries (transaction_id, id) where sequence is null;
create index audit_entries_action_index on audit_entries (organization_id, action, id);
create index audit_entries_actor_index on audit_entries (organization_id, actor_id, id);
create index audit_entries_target_index on audit_entries (organization_id, target_id, id);

-- The sequence and hash of the last entry of an organization's chain, and of the last pruned entry, after which the chain
-- now begins.
create table audit_chain_heads (
  organization_id uuid not null,
  sequence bigint not null default 0,
  hash bytea not null default '\x',
  pruned_sequence bigint not null default 0,
  pruned_hash bytea not null default '\x',
  constraint audit_chain_heads_pkey primary key (organization_id),
  constraint audit_chain_heads_organization_fkey foreign key (organization_id) references organizations (id)
);

-- One row: inventory_app cannot change the retention of the audit log. An operator changes it as inventory_owner.
create table audit_settings (
  only_row boolean not null default true,
  retention_days integer not null default 400,
  constraint audit_settings_pkey primary key (only_row),
  constraint audit_settings_only_row_check check (only_row),
  constraint audit_settings_retention_check check (retention_days >= 30)
);
insert into audit_settings default values;

create function audit_entry_hash(previous bytea, place bigint, entry audit_entries) returns bytea
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select sha256(previous || convert_to(jsonb_build_array(
    place, entry.organization_id, entry.id, (extract(epoch from entry.occurred_at) * 1000000)::bigint,
    entry.actor_type, entry.actor_id, entry.actor_name, entry.action,
    entry.target_type, entry.target_id, entry.target_name, entry.outcome,
    entry.request_id, entry.ip, entry.details)::text, 'UTF8'))
$$;

-- Recomputes the chain of an organization. Row-level security applies, so the transaction must belong to it.
create function verify_audit_chain(wanted uuid)
returns table (entries bigint, head_sequence bigint, head_hash bytea, first_broken_sequence bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with head as (
    select coalesce(max(sequence), 0) as sequence, coalesce(max(hash), '\x') as hash,
           coalesce(max(pruned_sequence), 0) as pruned_sequence, coalesce(max(pruned_hash), '\x') as pruned_hash
    from audit_chain_heads where organization_id = wanted
  ), chain as (
    select e.sequence, e.hash, head.pruned_sequence + row_number() over ordered as expected,
           audit_entry_hash(coalesce(lag(e.hash) over ordered, head.pruned_hash), e.sequence, e) as computed
    from audit_entries e cross join head
    where e.organization_id = wanted and e.sequence is not null
    window ordered as (order by e.sequence)
  ), summary as (
    select count(*) as entries, max(expected) as last_sequence,
           (array_agg(hash order by sequence desc))[1] as last_hash,
           min(expected) filter (where sequence <> expected or hash is distinct from computed) as broken
    from chain
  )
  select summary.entries, head.sequence, head.hash,
         coalesce(broken, case
           when coalesce(last_sequence, head.pruned_sequence) <> head.sequence
             then least(coalesce(last_sequence, head.pruned_sequence), head.sequence) + 1
           when coalesce(last_hash, head.pruned_hash) <> head.hash then head.sequence
         end)
  from summary cross join head
$$;

${definerFunctions(
  String.raw`
-- Appends committed entries to the chains of their organizations, in the order in which their transactions commit. Does
-- not wait for running transactions, so a long transaction does not delay the entries of others.
create function seal_audit_entries(at_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entry audit_entries;
  head audit_chain_heads;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('inventory.audit.seal')) then return 0; end if;
  for entry in
    select * from audit_entries where sequence is null order by transaction_id, id limit at_most
  loop
    insert into audit_chain_heads (organization_id) values (entry.organization_id) on conflict do nothing;
    select * into head from audit_chain_heads h where h.organization_id = entry.organization_id for update;
    head.hash := audit_entry_hash(head.hash, head.sequence + 1, entry);
    update audit_entries e set sequence = head.sequence + 1, hash = head.hash
      where e.organization_id = entry.organization_id and e.id = entry.id and e.sequence is null;
    if found then
      update audit_chain_heads h set sequence = head.sequence + 1, hash = head.hash
        where h.organization_id = entry.organization_id;
      sealed := sealed + 1;
    end if;
  end loop;
  return sealed;
end $$;

-- Deletes the oldest entries of the transaction's organization and stores where its chain begins afterwards. Deletes at
-- most 1,000 entries, and none that is younger than audit_settings.retention_days, because the application role can call
-- this function.
create function prune_audit_entries(at_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  horizon timestamptz := now() - make_interval(days => coalesce((select retention_days from audit_settings), 400));
  chain audit_chain_heads;
  last audit_entries;
  removed integer;
begin
  select * into chain from audit_chain_heads h where h.organization_id = tenant for update;
  if not found then return 0; end if;
  select e.* into last from audit_entries e
    where e.organization_id = tenant
      and e.sequence > chain.pruned_sequence and e.sequence <= chain.pruned_sequence + least(at_most, 1000)
      and e.occurred_at < horizon
      and not exists (
        select from audit_entries younger
        where younger.organization_id = tenant and younger.sequence > chain.pruned_sequence
          and younger.sequence < e.sequence and younger.occurred_at >= horizon)
    order by e.sequence desc limit 1;
  if not found then return 0; end if;
  delete from audit_entries e where e.organization_id = tenant and e.sequence <= last.sequence;
  get diagnostics removed = row_count;
  update audit_chain_heads h set pruned_sequence = last.sequence, pruned_hash = last.hash
    where h.organization_id = tenant;
  return removed;
end $$;
`,
  'inventory_sealer',
)}

${tenantAccess(['audit_entries', 'audit_chain_heads'], 'select')}
grant insert (organization_id, actor_type, actor_id, actor_name, action, target_type, target_id, target_name, outcome,
  request_id, ip, details) on audit_entries to inventory_app;
create policy audit_entries_sealer_reads on audit_entries for select to inventory_sealer using (true);
create policy audit_entries_sealer_seals on audit_entries for update to inventory_sealer
  using (sequence is null) with check (true);
create policy audit_entries_sealer_prunes on audit_entries for delete to inventory_sealer
  using (sequence is not null);
grant select, delete, update (sequence, hash) on audit_entries to inventory_sealer;
create policy audit_chain_heads_sealer on audit_chain_heads to inventory_sealer using (true) with check (true);
grant select, insert, update, delete on audit_chain_heads to inventory_sealer;
grant select on audit_settings to inventory_app, inventory_sealer;
`;
