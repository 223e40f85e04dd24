import { errors } from '../../domain/errors.ts';
import { lockOrganization } from '../lock-organization.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A row of `ingest_tokens` without the hash of the token. */
export interface IngestToken {
  readonly id: string;
  readonly name: string;
  /** The first characters of the token, by which users recognise it. */
  readonly prefix: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

const isActive = rawSql('revoked_at is null and (expires_at is null or expires_at > now())');
const columns = rawSql('id, name, prefix, created_by, created_at, last_used_at, expires_at, revoked_at');

/** Maximum number of active tokens of an organization. */
export const maximumIngestTokens = 50;

/**
 * Inserts the SHA-256 of a token. The token itself is returned to the user once and never stored.
 * @throws CatalogueError `conflict` when the organization has 50 active tokens
 */
export async function createIngestToken(
  tenant: Tenant,
  token: { name: string; prefix: string; tokenHash: Buffer; createdBy: string; expiresAt: Date | undefined },
): Promise<IngestToken> {
  await lockOrganization(tenant, 'ingest_tokens');
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from ingest_tokens
      where organization_id = ${tenant.organizationId} and ${isActive}`,
  );
  if (count >= maximumIngestTokens)
    throw errors.conflict(
      `The organization has ${maximumIngestTokens} active ingest tokens, the maximum. Revoke a token first.`,
    );
  return oneRowOf<IngestToken>(
    tenant,
    sql`insert into ingest_tokens (organization_id, name, prefix, token_hash, created_by, expires_at)
      values (${tenant.organizationId}, ${token.name}, ${token.prefix}, ${token.tokenHash}, ${token.createdBy},
        ${token.expiresAt})
      returning ${columns}`,
  );
}

/** Lists tokens by id. Reads one row more than the limit. */
export async function listIngestTokens(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly IngestToken[]> {
  return rowsOf<IngestToken>(
    tenant,
    sql`select ${columns} from ingest_tokens where organization_id = ${tenant.organizationId}
        and ${after === undefined ? rawSql('true') : sql`id > ${after}`}
      order by id limit ${limit + 1}`,
  );
}

/** Revokes a token; a revoked one keeps its `revoked_at`. @throws CatalogueError `not_found`. */
export async function revokeIngestToken(tenant: Tenant, id: string): Promise<IngestToken> {
  const token = await rowOf<IngestToken>(
    tenant,
    sql`update ingest_tokens set revoked_at = coalesce(revoked_at, now())
      where organization_id = ${tenant.organizationId} and id = ${id} returning ${columns}`,
  );
  if (token === undefined) throw errors.notFound();
  return token;
}

/** Lists the active tokens that a user created, at most 50. */
export async function listActiveTokensOf(tenant: Tenant, userId: string): Promise<readonly IngestToken[]> {
  return rowsOf<IngestToken>(
    tenant,
    sql`select ${columns} from ingest_tokens
      where organization_id = ${tenant.organizationId} and created_by = ${userId} and ${isActive} order by id`,
  );
}

/** Revokes the tokens that a user created. */
export async function revokeTokensOf(tenant: Tenant, userId: string): Promise<void> {
  await execute(
    tenant,
    sql`update ingest_tokens set revoked_at = now()
      where organization_id = ${tenant.organizationId} and created_by = ${userId} and revoked_at is null`,
  );
}

/** Sets `last_used_at` to the current time. Does nothing while another transaction sets it: reports do not wait for each other. */
export async function updateLastUsed(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update ingest_tokens set last_used_at = now()
      where organization_id = ${tenant.organizationId} and id in (
        select id from ingest_tokens where organization_id = ${tenant.organizationId} and id = ${id}
        for no key update skip locked)`,
  );
}
