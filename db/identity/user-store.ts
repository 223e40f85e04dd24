import type { RoleName } from '../../domain/identity/roles.ts';
import { errors } from '../../domain/errors.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { revokeSessionsOf } from './session-store.ts';
import type { Call } from '../prepared-statements.ts';
import { prepared, queryOf } from '../tenant.ts';
import type { Database, Tenant } from '../tenant.ts';
import { User } from './user.ts';

/** @throws CatalogueError `email_taken`: an email belongs to one organization. */
export async function createUser(
  tenant: Tenant,
  user: { email: string; name: string; passwordHash: string; roles: readonly RoleName[] },
): Promise<User> {
  return mapConstraintErrors(
    { users_email_key: errors.emailTaken },
    User.query(queryOf(tenant)).insertAndFetch({
      organization_id: tenant.organizationId,
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      roles: [...user.roles],
    }),
  );
}

export async function getUser(tenant: Tenant, id: string): Promise<User> {
  const [user] = await prepared<User>(tenant, userCall(tenant.organizationId, id));
  if (user === undefined) throw errors.notFound();
  return user;
}

/** What {@link getUser} reads. */
export function userCall(organizationId: string, id: string): Call {
  return { statement: readUser, values: [organizationId, id] };
}

const readUser = {
  name: 'user',
  text: `select organization_id, id, email, name, password_hash, status, roles, last_login_at, created_at, updated_at
         from users where organization_id = $1 and id = $2`,
};

export interface Login {
  readonly organization_id: string;
  readonly user_id: string;
  readonly password_hash: string;
  readonly user_status: string;
}

/** Finds who logs in with an email, before the organization is known. `email` is already normalised. */
export async function findLogin(database: Database, email: string): Promise<Login | undefined> {
  const { rows } = await database.outside.raw<{ rows: Login[] }>('select * from find_login(?)', [email]);
  return rows[0];
}

/**
 * Notes a login, and takes the row so that a deactivation or a new password comes before or after it, not between.
 * `undefined` when the user was deactivated or the password changed since it was compared.
 */
export async function noteLogin(tenant: Tenant, login: Login): Promise<User | undefined> {
  const [user] = await queryOf(tenant)<User>('users')
    .where({
      organization_id: tenant.organizationId,
      id: login.user_id,
      status: 'active',
      password_hash: login.password_hash,
    })
    .update({ last_login_at: queryOf(tenant).fn.now() as unknown as Date })
    .returning('*');
  return user;
}

/** Replaces a password hash, when it still is the one that was compared. Answers with whether it was. */
export async function replacePasswordHash(
  tenant: Tenant,
  userId: string,
  compared: string,
  passwordHash: string,
): Promise<boolean> {
  const changed = await queryOf(tenant)('users')
    .where({ organization_id: tenant.organizationId, id: userId, password_hash: compared })
    .update({ password_hash: passwordHash, updated_at: queryOf(tenant).fn.now() });
  return changed === 1;
}

/** An operator's way back in: active, administrator, with a new password, everywhere logged out. */
export async function recoverUser(tenant: Tenant, userId: string, passwordHash: string): Promise<void> {
  await queryOf(tenant)('users')
    .where({ organization_id: tenant.organizationId, id: userId })
    .update({
      status: 'active',
      password_hash: passwordHash,
      roles: queryOf(tenant).raw(
        "case when 'platform_admin' = any(roles) then roles else array_prepend('platform_admin', roles) end",
      ),
      updated_at: queryOf(tenant).fn.now(),
    });
  await revokeSessionsOf(tenant, userId);
}
