import type { Knex } from 'knex';

/**
 * Adds the function with which retention deletes the rows of deleted resources, because the application role may not delete
 * resources, and stores the rule set with which a run of the graph began.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
alter table graph_extractions add column rule_set text;

create policy resources_sealer on resources to inventory_sealer using (true);
create policy relationships_sealer on relationships for select to inventory_sealer using (true);
grant select, delete on resources to inventory_sealer;
grant select on relationships to inventory_sealer;
-- The trigger of resources counts the deleted rows.
grant insert on resource_count_deltas to inventory_sealer;

set local role none;
grant create on schema public to inventory_sealer;
set local role inventory_sealer;
-- Deletes up to at_most resources of the organization of the transaction that were deleted in AWS before a time, at the latest
-- 30 days ago, and returns their number. Foreign keys delete the other rows of a resource.
create function delete_old_resources(before timestamptz, at_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  horizon timestamptz := least(before, now() - interval '30 days');
  removed integer;
begin
  delete from resources r where r.organization_id = tenant and r.id = any(array(
    select o.id from resources o
      where o.organization_id = tenant and o.status = 'deleted' and o.last_changed_at < horizon and o.deleted_at < horizon
        and not exists (select from relationships e where e.organization_id = tenant and e.source_id = o.id)
        and not exists (select from relationships e where e.organization_id = tenant and e.target_id = o.id)
      limit least(at_most, 1000)));
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke all on function delete_old_resources from public;
grant execute on function delete_old_resources to inventory_app;
set local role none;
revoke create on schema public from inventory_sealer;
set local role inventory_owner;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
set local role inventory_sealer;
drop function delete_old_resources;
set local role inventory_owner;
revoke insert on resource_count_deltas from inventory_sealer;
revoke select on relationships from inventory_sealer;
revoke select, delete on resources from inventory_sealer;
drop policy relationships_sealer on relationships;
drop policy resources_sealer on resources;
alter table graph_extractions drop column rule_set;
`);
}
