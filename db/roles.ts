import type { Knex } from 'knex';

/** Owns every table. NOLOGIN; migrations run with `SET ROLE` to it. */
export const ownerRole = 'inventory_owner';
/** The role of the API and the workers. It owns no table and does not bypass row-level security. */
export const applicationRole = 'inventory_app';
/** Owns the definer functions, such as lookups before a tenant is known. Its own policies allow SELECT only. */
export const definerRole = 'inventory_definer';
/** Owns the functions that seal and prune the audit log. Only this role can update an entry, and only once. */
export const sealerRole = 'inventory_sealer';

const roles = [ownerRole, applicationRole, definerRole, sealerRole] as const;

/**
 * Creates the roles and extensions that migrations need, as the role of DATABASE_URL. Idempotent. Roles are shared by
 * all databases of a server, so concurrent migrations may create them at the same time.
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
