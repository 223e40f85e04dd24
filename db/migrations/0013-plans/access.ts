/** Row-level security and privileges of the tables of plans. */
export const access = String.raw`
alter table plans enable row level security, force row level security;
create policy plans_tenant on plans to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on plans to inventory_app;

alter table plan_changes enable row level security, force row level security;
create policy plan_changes_tenant on plan_changes to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on plan_changes to inventory_app;
`;
