const tenantOnly = (table: string, privileges: string) => String.raw`
alter table ${table} enable row level security, force row level security;
create policy ${table}_tenant on ${table} to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant ${privileges} on ${table} to inventory_app;
`;

const everything = 'select, insert, update, delete';

/** Row-level security, privileges and definer functions of the assistant. Entries of its audit log cannot be changed. */
export const access = String.raw`
${tenantOnly('ai_settings', everything)}
${tenantOnly('ai_conversations', everything)}
${tenantOnly('ai_turns', everything)}
${tenantOnly('ai_turn_events', 'select, insert, delete')}
${tenantOnly('ai_audit_entries', 'select, insert, delete')}

create policy ai_turns_definer on ai_turns for select to inventory_definer using (true);
grant select on ai_turns to inventory_definer;

-- Returns running turns of all organizations whose lease has expired.
create function expired_turns(at_most integer) returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.organization_id, t.id from ai_turns t
  where t.status = 'running' and t.lease_expires_at < now()
  order by t.lease_expires_at limit at_most
$$;

-- Returns the last sequence number of turns of any organization. Streams compare it with their position each second.
create function turn_positions(organizations uuid[], ids uuid[]) returns table (id uuid, last_sequence integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id, t.last_sequence
  from unnest(organizations, ids) wanted (organization_id, id)
  join ai_turns t on t.organization_id = wanted.organization_id and t.id = wanted.id
$$;

revoke all on function expired_turns(integer), turn_positions(uuid[], uuid[]) from public;
grant execute on function expired_turns(integer), turn_positions(uuid[], uuid[]) to inventory_app;
set local role none;
grant create on schema public to inventory_definer;
alter function expired_turns(integer) owner to inventory_definer;
alter function turn_positions(uuid[], uuid[]) owner to inventory_definer;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`;
