/** Row-level security and privileges of the tables of the graph. */
export const access = String.raw`
alter table relationship_periods enable row level security, force row level security;
create policy relationship_periods_tenant on relationship_periods to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on relationship_periods to inventory_app;

alter table external_nodes enable row level security, force row level security;
create policy external_nodes_tenant on external_nodes to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on external_nodes to inventory_app;

alter table graph_holders enable row level security, force row level security;
create policy graph_holders_tenant on graph_holders to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on graph_holders to inventory_app;

alter table resource_identifiers enable row level security, force row level security;
create policy resource_identifiers_tenant on resource_identifiers to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_identifiers to inventory_app;

alter table graph_references enable row level security, force row level security;
create policy graph_references_tenant on graph_references to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on graph_references to inventory_app;

alter table relationship_compositions enable row level security, force row level security;
create policy relationship_compositions_tenant on relationship_compositions to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on relationship_compositions to inventory_app;

alter table graph_accounts enable row level security, force row level security;
create policy graph_accounts_tenant on graph_accounts to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on graph_accounts to inventory_app;

alter table graph_extractions enable row level security, force row level security;
create policy graph_extractions_tenant on graph_extractions to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on graph_extractions to inventory_app;

alter table graph_changed_keys enable row level security, force row level security;
create policy graph_changed_keys_tenant on graph_changed_keys to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on graph_changed_keys to inventory_app;

alter table graph_changed_middles enable row level security, force row level security;
create policy graph_changed_middles_tenant on graph_changed_middles to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on graph_changed_middles to inventory_app;

grant maintain on relationships, relationship_periods, relationship_compositions, external_nodes, graph_holders,
  graph_references, resource_identifiers to inventory_app;
`;
