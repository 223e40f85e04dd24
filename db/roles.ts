import type { Knex } from 'knex';

/** Owns every table. NOLOGIN; migrations run with `SET ROLE` to it. */
export const ownerRole = 'inventory_owner';
/** The role of the API and the workers. It owns no table and does not bypass row-level security. */
export const applicationRole = 'inventory_app';
/** Owns the definer functions, such as lookups before a tenant is known. Its own policies allow SELECT only. */
export const definerRole = 'inventory_definer';
/**
 * Owns the functions that seal and prune the audit log and delete organizations. Only this role can update an audit entry,
 * and only once.
 */
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
  await owner.raw(revokeTemporaryTables);
}

/**
 * SQL that revokes the privilege to create temporary tables, for the current database: names in SQL could resolve to a
 * temporary table with a trigger. Not part of a migration, because a copy or a restored dump of a database does not have
 * the privileges of the database. Requires the owner of the database; raises an error if the privilege remains.
 */
export const revokeTemporaryTables = `do $$ begin
  execute format('revoke temporary on database %I from public, ${applicationRole}', current_database());
  if has_database_privilege('${applicationRole}', current_database(), 'temporary') then
    raise exception 'run as the owner of the database: revoke temporary on database % from public, ${applicationRole}',
      quote_ident(current_database());
  end if;
end $$`;
