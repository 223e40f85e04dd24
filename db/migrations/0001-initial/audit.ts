/** The audit log. A hash chain per organization makes changes of its entries detectable. */
export const audit = String.raw`
-- The application inserts entries without sequence and hash. seal_audit_entries sets both.
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
  constraint audit_entries_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
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
  constraint audit_chain_heads_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);

create function audit_entry_hash(previous bytea, place bigint, entry audit_entries) returns bytea
language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    place, entry.organization_id, entry.id, (extract(epoch from entry.occurred_at) * 1000000)::bigint,
    entry.actor_type, entry.actor_id, entry.actor_name, entry.action,
    entry.target_type, entry.target_id, entry.target_name, entry.outcome,
    entry.request_id, entry.ip, entry.details)::text, 'UTF8'))
$$;

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

-- Deletes the oldest entries and stores where the chain begins afterwards. Never deletes entries younger than 30 days,
-- whatever older_than is, because the application role can call this function.
create function prune_audit_entries(older_than interval, at_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  horizon timestamptz := now() - greatest(older_than, interval '30 days');
  chain audit_chain_heads;
  last audit_entries;
  removed integer;
  total integer := 0;
begin
  for chain in select * from audit_chain_heads loop
    select e.* into last from audit_entries e
      where e.organization_id = chain.organization_id
        and e.sequence > chain.pruned_sequence and e.sequence <= chain.pruned_sequence + (at_most - total)
        and e.occurred_at < horizon
        and not exists (
          select from audit_entries younger
          where younger.organization_id = e.organization_id and younger.sequence > chain.pruned_sequence
            and younger.sequence < e.sequence and younger.occurred_at >= horizon)
      order by e.sequence desc limit 1;
    if found then
      delete from audit_entries e
        where e.organization_id = chain.organization_id and e.sequence <= last.sequence;
      get diagnostics removed = row_count;
      update audit_chain_heads h set pruned_sequence = last.sequence, pruned_hash = last.hash
        where h.organization_id = chain.organization_id;
      total := total + removed;
    end if;
    exit when total >= at_most;
  end loop;
  return total;
end $$;

-- Recomputes the chain of an organization. Row-level security applies, so the transaction must belong to it.
create function verify_audit_chain(wanted uuid)
returns table (entries bigint, head_hash bytea, first_broken_sequence bigint)
language sql stable as $$
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
  select summary.entries, head.hash,
         coalesce(broken, case
           when coalesce(last_sequence, head.pruned_sequence) <> head.sequence
             then least(coalesce(last_sequence, head.pruned_sequence), head.sequence) + 1
           when coalesce(last_hash, head.pruned_hash) <> head.hash then head.sequence
         end)
  from summary cross join head
$$;
`;
