import { fn } from 'objection';
import { errors } from '../../domain/errors.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, oneRowOf, queryModel, rowOf } from '../query.ts';
import { insertRow, updateRow } from '../row-store.ts';
import { sql } from '../sql.ts';
import type { Database, Queryable, Tenant } from '../tenant.ts';
import { deleteSecondFactor } from './second-factor-store.ts';
import { revokeSessionsOf } from './session-store.ts';
import { deletePasswordResetToken } from './user-token-store.ts';
import { User } from './user.ts';

/** @throws CatalogueError `email_taken`: an email belongs to one organization. */
export async function createUser(
  tenant: Tenant,
  user: {
    email: string;
    name: string;
    passwordHash: string | undefined;
    roles: readonly string[];
    emailVerified: boolean;
  },
): Promise<User> {
  return mapConstraintErrors(
    { users_email_key: errors.emailTaken },
    insertRow(tenant, User, {
      email: user.email,
      name: user.name,
      passwordHash: user.passwordHash,
      roles: user.roles,
      emailVerifiedAt: user.emailVerified ? fn.now() : undefined,
    }),
  );
}

/** @throws CatalogueError `not_found`. */
export async function getUser(tenant: Tenant, id: string): Promise<User> {
  const user = await queryModel(tenant, User).findById([tenant.organizationId, id]);
  if (user === undefined) throw errors.notFound();
  return user;
}

export interface Login {
  readonly organizationId: string;
  readonly userId: string;
  /** `undefined` for a user without a password. */
  readonly passwordHash: string | undefined;
  readonly userStatus: string;
}

/**
 * Finds the user with an email in any organization. The caller has normalised the email, and passes its transaction if
 * one is open: a second connection could wait for the first one.
 */
export async function findLogin(queryable: Queryable, email: string): Promise<Login | undefined> {
  return rowOf<Login>(queryable, sql`select * from find_login(${email})`);
}

/** Whether the user with an email has signed in from an address within the retention of sessions (90 days). */
export async function hasSignedInFrom(database: Database, email: string, ipBlock: string): Promise<boolean> {
  const row = await oneRowOf<{ known: boolean }>(
    database.outside,
    sql`select has_signed_in_from(${email}, ${ipBlock}) as known`,
  );
  return row.known;
}

/**
 * Updates `last_login_at`. The row lock orders the login before or after a concurrent deactivation or password change.
 * Returns `undefined` when the user was deactivated, or the password changed, since the password was compared.
 *
 * @param passwordHash the hash that the password matched; `undefined` for a login by single sign-on
 */
export async function recordLogin(
  tenant: Tenant,
  { userId, passwordHash }: Pick<Login, 'userId' | 'passwordHash'>,
): Promise<User | undefined> {
  const login = queryModel(tenant, User)
    .patch({ lastLoginAt: fn.now() })
    .where({ organization_id: tenant.organizationId, id: userId, status: 'active' });
  if (passwordHash !== undefined) void login.where('password_hash', passwordHash);
  return login.returning('*').first();
}

/** Replaces the password hash if it equals `compared`. Returns whether it was replaced. */
export async function replacePasswordHash(
  tenant: Tenant,
  userId: string,
  compared: string,
  passwordHash: string,
): Promise<boolean> {
  const updated = await updateRow(tenant, User, userId, { passwordHash }).where('password_hash', compared);
  return updated !== undefined;
}

/**
 * Sets the password hash of an active user, and the address as verified: the token was mailed to it. Returns `undefined`
 * if the user is not active.
 */
export async function resetPassword(
  tenant: Tenant,
  userId: string,
  passwordHash: string,
): Promise<User | undefined> {
  const user = await updateRow(tenant, User, userId, { passwordHash, emailVerifiedAt: fn.now() }).where(
    'status',
    'active',
  );
  if (user !== undefined) await revokeSessionsOf(tenant, userId);
  return user;
}

/** Marks the address of an active user as verified. Returns `undefined` if the user is not active. */
export async function markEmailVerified(tenant: Tenant, userId: string): Promise<User | undefined> {
  return updateRow(tenant, User, userId, { emailVerifiedAt: fn.now() }).where('status', 'active');
}

/**
 * Activates the user, adds the role `platform_admin`, sets the password hash and the address as verified, and revokes all
 * sessions of the user; removes the second factor. Marks the user as a break-glass user where single sign-on is enforced,
 * because the password would be refused. Returns the user as it was before.
 */
export async function recoverUser(
  tenant: Tenant,
  userId: string,
  passwordHash: string,
): Promise<User | undefined> {
  const { organizationId } = tenant;
  const before = await queryModel(tenant, User).findById([organizationId, userId]).forNoKeyUpdate();
  await execute(
    tenant,
    sql`update users set status = 'active', password_hash = ${passwordHash}, updated_at = now(),
      email_verified_at = coalesce(email_verified_at, now()),
      roles = case when 'platform_admin' = any(roles) then roles else array_prepend('platform_admin', roles) end,
      roles_by_hand = case when roles_by_hand is null or 'platform_admin' = any(roles_by_hand) then roles_by_hand
        else array_prepend('platform_admin', roles_by_hand) end,
      break_glass = break_glass or exists (
        select from sso_configurations c where c.organization_id = ${organizationId} and c.enforced)
      where organization_id = ${organizationId} and id = ${userId}`,
  );
  await revokeSessionsOf(tenant, userId);
  await deletePasswordResetToken(tenant, userId);
  await deleteSecondFactor(tenant, userId);
  return before;
}

export interface EmailOwner {
  readonly organizationId: string;
  readonly userId: string;
  /** Whether the user has proven access to the mailbox. */
  readonly isVerified: boolean;
}

/** Finds the user with an email in any organization. */
export async function findEmailOwner(queryable: Queryable, email: string): Promise<EmailOwner | undefined> {
  return rowOf<EmailOwner>(queryable, sql`select * from find_email_owner(${email})`);
}

/**
 * Sets an email that a provider or directory states as verified, and deletes the tokens that were mailed to the former address.
 * @throws CatalogueError `email_taken`
 */
export async function replaceEmail(tenant: Tenant, userId: string, email: string): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`delete from user_tokens where organization_id = ${organizationId} and user_id = ${userId}`,
  );
  await mapConstraintErrors(
    { users_email_key: errors.emailTaken },
    execute(
      tenant,
      sql`update users set email = ${email}, email_verified_at = now(), updated_at = now()
        where organization_id = ${organizationId} and id = ${userId}`,
    ),
  );
}

/**
 * Marks the email of a user as verified by single sign-on. A user whose email was never verified loses the password, its
 * sessions and the second factor: another person may have accepted the invitation.
 */
export async function confirmEmail(tenant: Tenant, user: User): Promise<void> {
  if (user.emailVerifiedAt !== undefined) return;
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`update users set email_verified_at = now(), password_hash = null, updated_at = now()
      where organization_id = ${organizationId} and id = ${user.id}`,
  );
  await execute(
    tenant,
    sql`delete from user_tokens where organization_id = ${organizationId} and user_id = ${user.id}`,
  );
  await revokeSessionsOf(tenant, user.id);
  await deleteSecondFactor(tenant, user.id);
}
