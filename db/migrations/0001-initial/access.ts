/**
 * Row-level security and privileges of tables with `organization_id`. The API and the workers have the role `inventory_app`,
 * which can access only rows of the organization that the transaction has set.
 *
 * `nullif`: after a transaction that set it, the setting is '' and not null on the same connection.
 *
 * @param privileges of `inventory_app`. Without `delete` for rows that the product never deletes. If a delete cascaded to a
 *   table with delete triggers, these would run as `inventory_owner`, because a foreign key deletes as the owner of its table.
 */
export function tenantAccess(
  tables: readonly string[],
  privileges = 'select, insert, update, delete',
): string {
  const statements = tables.map(
    (table) => `
alter table ${table} enable row level security, force row level security;
create policy ${table}_tenant on ${table} to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);`,
  );
  return `${statements.join('\n')}\ngrant ${privileges} on ${tables.join(', ')} to inventory_app;\n`;
}

/** Lets the functions of {@link definerFunctions} read the rows of every organization. */
export function definerReads(tables: readonly string[]): string {
  const policies = tables.map(
    (table) => `create policy ${table}_definer on ${table} for select to inventory_definer using (true);`,
  );
  return `${policies.join('\n')}\ngrant select on ${tables.join(', ')} to inventory_definer;\n`;
}

/** Lets `delete_organization` delete the rows of tables without a foreign key that cascades from `organizations`. */
export function sealerDeletes(tables: readonly string[]): string {
  const policies = tables.map(
    (table) => `create policy ${table}_sealer on ${table} to inventory_sealer using (true);`,
  );
  return `${policies.join('\n')}\ngrant select, delete on ${tables.join(', ')} to inventory_sealer;\n`;
}

/**
 * Creates functions that run with the privileges of their owner: `inventory_definer` for functions that read every
 * organization, such as lookups before the organization of a request is known, and `inventory_sealer` for the audit log. Only
 * the application may call them.
 */
export function definerFunctions(
  statements: string,
  owner: 'inventory_definer' | 'inventory_sealer' = 'inventory_definer',
): string {
  const names = Array.from(statements.matchAll(/^create function (\w+)/gm), ([, name]) => name).join(', ');
  return `
set local role ${owner};
${statements}
revoke all on function ${names} from public;
grant execute on function ${names} to inventory_app;
set local role inventory_owner;
`;
}
