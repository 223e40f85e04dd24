import { dayMinutes } from '../../domain/time.ts';
import type { UserTokenPurpose } from '../../domain/values.ts';
import { execute, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

const validMinutes: Readonly<Record<UserTokenPurpose, number>> = {
  email_verification: 7 * dayMinutes,
  password_reset: 30,
};

/** Stores the SHA-256 of a new token of a user. It replaces the user's earlier token of the same purpose. */
export async function replaceUserToken(
  tenant: Tenant,
  token: { readonly userId: string; readonly purpose: UserTokenPurpose; readonly tokenHash: Buffer },
): Promise<void> {
  const { userId, purpose, tokenHash } = token;
  await execute(
    tenant,
    sql`insert into user_tokens (organization_id, user_id, purpose, token_hash, expires_at)
      values (${tenant.organizationId}, ${userId}, ${purpose}, ${tokenHash},
        now() + make_interval(mins => ${validMinutes[purpose]}))
      on conflict (organization_id, user_id, purpose) do update set
        token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`,
  );
}

/** Finds the organization of a valid token before the organization is known. */
export async function findUserToken(
  database: Database,
  purpose: UserTokenPurpose,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await rowOf<{ organizationId: string }>(
    database.outside,
    sql`select * from find_user_token(${tokenHash}, ${purpose})`,
  );
  return row?.organizationId;
}

/**
 * Deletes a valid token and returns the id of its user; `undefined` if there is none. Only one of several concurrent
 * requests with the same token gets the id.
 */
export async function consumeUserToken(
  tenant: Tenant,
  purpose: UserTokenPurpose,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await rowOf<{ userId: string }>(
    tenant,
    sql`delete from user_tokens
      where organization_id = ${tenant.organizationId} and purpose = ${purpose} and token_hash = ${tokenHash}
        and expires_at > now()
      returning user_id`,
  );
  return row?.userId;
}

/** Deletes the password reset token of a user. */
export async function deletePasswordResetToken(tenant: Tenant, userId: string): Promise<void> {
  await execute(
    tenant,
    sql`delete from user_tokens where organization_id = ${tenant.organizationId} and user_id = ${userId}
      and purpose = 'password_reset'`,
  );
}
