import type { Knex } from 'knex';
import { applicationRole, definerRole } from '../roles.ts';

type Privilege = 'select' | 'insert' | 'update' | 'delete';

/**
 * Makes a table a tenant's: row-level security, enabled and forced, with a policy on the organization of the
 * transaction, and the application's rights. The table has `organization_id` and the key (organization_id, id).
 * `nullif`: a pooled connection reads '' after a transaction that had set it.
 */
export async function protectTenantTable(
  knex: Knex,
  table: string,
  options: {
    column?: string;
    privileges?: readonly Privilege[];
    /** Definer functions look into it before a tenant is known. */
    readableByDefiner?: boolean;
  } = {},
): Promise<void> {
  const column = options.column ?? 'organization_id';
  const own = `${column} = nullif(current_setting('app.organization_id', true), '')::uuid`;
  const privileges = options.privileges ?? ['select', 'insert', 'update', 'delete'];
  await knex.raw(`alter table ${table} enable row level security`);
  await knex.raw(`alter table ${table} force row level security`);
  await knex.raw(
    `create policy ${table}_tenant on ${table} to ${applicationRole} using (${own}) with check (${own})`,
  );
  await knex.raw(`grant ${privileges.join(', ')} on ${table} to ${applicationRole}`);
  if (options.readableByDefiner === true) {
    await knex.raw(`create policy ${table}_definer on ${table} for select to ${definerRole} using (true)`);
    await knex.raw(`grant select on ${table} to ${definerRole}`);
  }
}

/**
 * Makes a function run as the definer role, or the one named, and lets the application alone call it.
 * `signature` is the name with its parameter types, as `alter function` wants it.
 * Must run as a role that may act as both owner and definer: the migrating one.
 */
export async function makeDefinerFunction(
  knex: Knex,
  signature: string,
  role: string = definerRole,
): Promise<void> {
  await knex.raw('set local role none');
  await knex.raw(`grant create on schema public to ${role}`);
  await knex.raw(`alter function ${signature} owner to ${role}`);
  await knex.raw(`revoke create on schema public from ${role}`);
  await knex.raw(`set local role ${role}`);
  await knex.raw(`alter function ${signature} security definer`);
  await knex.raw(`alter function ${signature} set search_path = pg_catalog, public, pg_temp`);
  await knex.raw(`revoke all on function ${signature} from public`);
  await knex.raw(`grant execute on function ${signature} to ${applicationRole}`);
  await knex.raw('set local role inventory_owner');
}

/** Drops functions that {@link makeDefinerFunction} gave away. */
export async function dropDefinerFunctions(
  knex: Knex,
  signatures: readonly string[],
  role: string = definerRole,
): Promise<void> {
  await asDefiner(
    knex,
    async () => {
      for (const signature of signatures) await knex.raw(`drop function ${signature}`);
    },
    role,
  );
}

/** Runs the work as the owner of functions that {@link makeDefinerFunction} gave away. */
export async function asDefiner(
  knex: Knex,
  work: () => Promise<void>,
  role: string = definerRole,
): Promise<void> {
  await knex.raw(`set local role ${role}`);
  await work();
  await knex.raw('set local role inventory_owner');
}

/** A check that a column holds one of the domain's values. */
export function oneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
}
