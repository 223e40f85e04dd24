import type { RoleName } from '../../domain/access/roles.ts';
import { errors } from '../../domain/errors.ts';
import { violatedConstraint } from '../database-errors.ts';
import { queryOf } from '../tenant.ts';
import type { Database, Tenant } from '../tenant.ts';
import { User } from './user.ts';

/** @throws CatalogueError `email_taken`: an email belongs to one organization. */
export async function createUser(
  tenant: Tenant,
  user: { email: string; name: string; passwordHash: string; roles: readonly RoleName[] },
): Promise<User> {
  try {
    return await User.query(queryOf(tenant)).insertAndFetch({
      organization_id: tenant.organizationId,
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      roles: [...user.roles],
    });
  } catch (error) {
    throw violatedConstraint(error) === 'users_email_key' ? errors.emailTaken() : error;
  }
}

export async function getUser(tenant: Tenant, id: string): Promise<User> {
  const user = await User.query(queryOf(tenant)).findById([tenant.organizationId, id]);
  if (user === undefined) throw errors.notFound();
  return user;
}

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
