import type { Knex } from 'knex';

/** Owns every table; nobody logs in as it; migrations assume it. */
export const ownerRole = 'inventory_owner';
/** What the API and the workers are: neither owner nor exempt from row-level security. */
export const applicationRole = 'inventory_app';
/** Owns the definer functions: look-ups before a tenant is known. Has its own, reading policies. */
export const definerRole = 'inventory_definer';
/** Owns the functions that chain and prune the audit log; the only role that may change an entry, once. */
export const sealerRole = 'inventory_sealer';

const roles = [ownerRole, applicationRole, definerRole, sealerRole] as const;

/**
 * Makes the roles and extensions that migrations need, as the role that DATABASE_URL names. Can be repeated;
 * roles are shared by all databases of a server, so two migrations may race for them.
 */
export async function prepareRoles(owner: Knex): Promise<void> {
  for (const role of roles) {
    await owner.raw(
      `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
    );
  }
  for (const role of roles) {
    await owner.raw(
      `do $$ begin
         if not pg_has_role(current_user, '${role}', 'set') then execute format('grant ${role} to %I', current_user); end if;
       end $$`,
    );
  }
  await owner.raw(`grant create, usage on schema public to ${ownerRole}`);
  await owner.raw(`grant usage on schema public to ${applicationRole}, ${definerRole}, ${sealerRole}`);
  await owner.raw('revoke create on schema public from public');
  for (const extension of ['pg_trgm', 'btree_gin', 'btree_gist']) {
    await owner.raw(`create extension if not exists ${extension}`);
  }
}
