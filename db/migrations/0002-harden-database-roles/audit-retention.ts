/**
 * Keeps the retention of the audit log in the database, where inventory_app cannot change it, and limits pruning to the
 * organization of the transaction. Adds the sequence of the head to the result of verify_audit_chain.
 */
export const up = String.raw`
-- One row. An operator changes it as inventory_owner.
create table audit_settings (
  only_row boolean not null default true,
  retention_days integer not null default 400,
  constraint audit_settings_pkey primary key (only_row),
  constraint audit_settings_only_row_check check (only_row),
  constraint audit_settings_retention_check check (retention_days >= 30)
);
insert into audit_settings default values;
grant select on audit_settings to inventory_app, inventory_sealer;

set local role inventory_sealer;
drop function prune_audit_entries(interval, integer);
set local role inventory_owner;

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

drop function verify_audit_chain(uuid);

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

revoke all on function prune_audit_entries(integer) from public;
grant execute on function prune_audit_entries(integer) to inventory_app;
set local role none;
grant create on schema public to inventory_sealer;
alter function prune_audit_entries(integer) owner to inventory_sealer;
revoke create on schema public from inventory_sealer;
set local role inventory_owner;
`;

export const down = String.raw`
set local role inventory_sealer;
drop function prune_audit_entries(integer);
set local role inventory_owner;
drop table audit_settings;

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

drop function verify_audit_chain(uuid);
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

revoke all on function prune_audit_entries(interval, integer) from public;
grant execute on function prune_audit_entries(interval, integer) to inventory_app;
set local role none;
grant create on schema public to inventory_sealer;
alter function prune_audit_entries(interval, integer) owner to inventory_sealer;
revoke create on schema public from inventory_sealer;
set local role inventory_owner;
`;
