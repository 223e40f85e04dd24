import { createHash } from 'node:crypto';
import { errors } from '../../domain/errors.ts';
import type { Encryption, SealedLocation } from '../encryption.ts';
import { execute, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** The second factor of a user. */
export interface SecondFactor {
  readonly secretSealed: string;
  readonly isConfirmed: boolean;
  readonly recoveryCodesLeft: number;
}

/** A login whose password was right. */
export interface LoginChallenge {
  readonly id: string;
  readonly userId: string;
}

/** Wrong codes after which a login has to begin again. */
const maximumFailures = 5;

export async function sealFactorSecret(
  encryption: Encryption,
  organizationId: string,
  userId: string,
  secret: Buffer,
): Promise<string> {
  return encryption.seal(secret, locationOf(organizationId, userId));
}

export async function openFactorSecret(
  encryption: Encryption,
  organizationId: string,
  userId: string,
  factor: SecondFactor,
): Promise<Buffer> {
  return encryption.open(factor.secretSealed, locationOf(organizationId, userId));
}

export async function findSecondFactor(tenant: Tenant, userId: string): Promise<SecondFactor | undefined> {
  return rowOf<SecondFactor>(
    tenant,
    sql`select secret_sealed, confirmed_at is not null as is_confirmed,
          cardinality(recovery_hashes) as recovery_codes_left
        from second_factors where organization_id = ${tenant.organizationId} and id = ${userId}`,
  );
}

/** Stores a factor that is not confirmed, in place of an earlier one. @throws CatalogueError `conflict` beside a confirmed one. */
export async function insertSecondFactor(
  tenant: Tenant,
  userId: string,
  secretSealed: string,
): Promise<void> {
  const inserted = await execute(
    tenant,
    sql`insert into second_factors as f (organization_id, id, secret_sealed)
        values (${tenant.organizationId}, ${userId}, ${secretSealed})
        on conflict (organization_id, id) do update
          set secret_sealed = excluded.secret_sealed, last_period = 0, created_at = now() where f.confirmed_at is null`,
  );
  if (inserted === 0) throw errors.conflict('A second factor is enrolled. Remove it first.');
}

/** Confirms a factor. Returns `false` if there is none to confirm with this secret. */
export async function confirmSecondFactor(
  tenant: Tenant,
  userId: string,
  factor: SecondFactor,
  period: number,
  recoveryHashes: readonly Buffer[],
): Promise<boolean> {
  const confirmed = await execute(
    tenant,
    sql`update second_factors set confirmed_at = now(), last_period = ${period}, recovery_hashes = (
          select array_agg(decode(hash, 'hex')) from unnest(${recoveryHashes.map((hash) => hash.toString('hex'))}::text[]) as hash)
        where organization_id = ${tenant.organizationId} and id = ${userId} and confirmed_at is null
          and secret_sealed = ${factor.secretSealed}`,
  );
  return confirmed === 1;
}

/** Accepts the code of a period of 30 seconds once, and none of an earlier period. Returns whether it is accepted. */
export async function usePeriod(tenant: Tenant, userId: string, period: number): Promise<boolean> {
  const used = await execute(
    tenant,
    sql`update second_factors set last_period = ${period}
        where organization_id = ${tenant.organizationId} and id = ${userId} and confirmed_at is not null
          and last_period < ${period}`,
  );
  return used === 1;
}

/** Uses a recovery code, by its SHA-256, once. Returns whether it is accepted. */
export async function useRecoveryCode(tenant: Tenant, userId: string, hash: Buffer): Promise<boolean> {
  const used = await execute(
    tenant,
    sql`update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
        where organization_id = ${tenant.organizationId} and id = ${userId} and confirmed_at is not null
          and ${hash}::bytea = any (recovery_hashes)`,
  );
  return used === 1;
}

/** Deletes the factor and the logins of a user that wait for it. Returns whether there was a factor. */
export async function deleteSecondFactor(tenant: Tenant, userId: string): Promise<boolean> {
  const { organizationId } = tenant;
  const deleted = await execute(
    tenant,
    sql`delete from second_factors where organization_id = ${organizationId} and id = ${userId}`,
  );
  await execute(
    tenant,
    sql`delete from login_challenges where organization_id = ${organizationId} and user_id = ${userId}`,
  );
  return deleted === 1;
}

/** Begins a login that waits for a code, for five minutes. */
export async function insertLoginChallenge(
  tenant: Tenant,
  login: { readonly userId: string; readonly passwordHash: string },
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  const row = await rowOf<{ id: string; expiresAt: Date }>(
    tenant,
    sql`insert into login_challenges (organization_id, user_id, password_digest)
        values (${tenant.organizationId}, ${login.userId}, ${digestOf(login.passwordHash)}) returning id, expires_at`,
  );
  if (row === undefined) throw new Error('a login challenge was not inserted');
  return row;
}

/** Finds a login that waits for a code, of an active user whose password is the same. */
export async function findLoginChallenge(
  tenant: Tenant,
  id: string,
): Promise<(LoginChallenge & { readonly email: string; readonly passwordHash: string }) | undefined> {
  return rowOf(
    tenant,
    sql`select c.id, c.user_id, u.email, u.password_hash from login_challenges c
        join users u on u.organization_id = ${tenant.organizationId} and u.id = c.user_id and u.status = 'active'
        where c.organization_id = ${tenant.organizationId} and c.id = ${id} and c.expires_at > now()
          and c.failures < ${maximumFailures} and c.password_digest = sha256(convert_to(u.password_hash, 'UTF8'))`,
  );
}

/** Ends a login that waits for a code. Only one of several concurrent requests gets `true`. */
export async function endLoginChallenge(tenant: Tenant, id: string): Promise<boolean> {
  const deleted = await execute(
    tenant,
    sql`delete from login_challenges where organization_id = ${tenant.organizationId} and id = ${id}
        and failures < ${maximumFailures}`,
  );
  return deleted === 1;
}

/** Counts a wrong code. The fifth one ends the login. */
export async function failLoginChallenge(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update login_challenges set failures = failures + 1
        where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

function digestOf(passwordHash: string): Buffer {
  return createHash('sha256').update(passwordHash).digest();
}

function locationOf(organizationId: string, rowId: string): SealedLocation {
  return { organizationId, table: 'second_factors', column: 'secret_sealed', rowId };
}
