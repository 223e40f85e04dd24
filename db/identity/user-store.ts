import { fn } from 'objection';
import type { RoleName } from '../../domain/identity/roles.ts';
import { errors } from '../../domain/errors.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, queryModel, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';
import { revokeSessionsOf } from './session-store.ts';
import { User } from './user.ts';

/** @throws CatalogueError `email_taken`: an email belongs to one organization. */
export async function createUser(
  tenant: Tenant,
  user: { email: string; name: string; passwordHash: string; roles: readonly RoleName[] },
): Promise<User> {
  return mapConstraintErrors(
    { users_email_key: errors.emailTaken },
    queryModel(tenant, User)
      .insert({
        organization_id: tenant.organizationId,
        email: user.email,
        name: user.name,
        password_hash: user.passwordHash,
        roles: [...user.roles],
      })
      .returning('*'),
  );
}

/** @throws CatalogueError `not_found`. */
export async function getUser(tenant: Tenant, id: string): Promise<User> {
  const user = await queryModel(tenant, User).findById([tenant.organizationId, id]);
  if (user === undefined) throw errors.notFound();
  return user;
}

export interface Login {
  readonly organization_id: string;
  readonly user_id: string;
  readonly password_hash: string;
  readonly user_status: string;
}

/** Finds the user with an email before the organization is known. The caller has normalised the email. */
export async function findLogin(database: Database, email: string): Promise<Login | undefined> {
  return rowOf<Login>(database.outside, sql`select * from find_login(${email})`);
}

/**
 * Updates `last_login_at`. The row lock orders the login before or after a concurrent deactivation or password change.
 * Returns `undefined` when the user was deactivated, or the password changed, since the password was compared.
 */
export async function recordLogin(tenant: Tenant, login: Login): Promise<User | undefined> {
  return queryModel(tenant, User)
    .patch({ last_login_at: fn.now() })
    .where({
      organization_id: tenant.organizationId,
      id: login.user_id,
      status: 'active',
      password_hash: login.password_hash,
    })
    .returning('*')
    .first();
}

/** Replaces the password hash if it equals `compared`. Returns whether it was replaced. */
export async function replacePasswordHash(
  tenant: Tenant,
  userId: string,
  compared: string,
  passwordHash: string,
): Promise<boolean> {
  const updated = await queryModel(tenant, User)
    .findById([tenant.organizationId, userId])
    .where('password_hash', compared)
    .patch({ password_hash: passwordHash, updated_at: fn.now() });
  return updated === 1;
}

/** Activates the user, adds the role `platform_admin`, sets the password hash and revokes all sessions of the user. */
export async function recoverUser(tenant: Tenant, userId: string, passwordHash: string): Promise<void> {
  await execute(
    tenant,
    sql`update users set status = 'active', password_hash = ${passwordHash}, updated_at = now(),
      roles = case when 'platform_admin' = any(roles) then roles else array_prepend('platform_admin', roles) end
      where organization_id = ${tenant.organizationId} and id = ${userId}`,
  );
  await revokeSessionsOf(tenant, userId);
}
