import type { Permission } from '../../domain/identity/permissions.ts';
import type { ApiTokenRevocation } from '../../domain/values.ts';
import { errors } from '../../domain/errors.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { lockOrganization } from '../lock-organization.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A row of `api_tokens` without the hash of the token. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** The first characters of the token, by which users recognise it. */
  readonly prefix: string;
  readonly permissions: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly lastUsedIp: string | undefined;
  readonly revokedAt: Date | undefined;
  readonly revokedReason: ApiTokenRevocation | undefined;
}

const isActive = rawSql('revoked_at is null and expires_at > now()');
const columns = rawSql(
  'id, name, prefix, permissions, created_by, created_at, expires_at, last_used_at, last_used_ip, revoked_at, revoked_reason',
);

/** Maximum number of active tokens of an organization. */
export const maximumApiTokens = 100;

const nameIsTaken = {
  api_tokens_name_key: () => errors.conflict('Another token that is not revoked has this name.'),
};

/**
 * Inserts the SHA-256 of a token. The token itself is returned to the user once and never stored.
 * @throws CatalogueError `conflict` when the organization has 100 active tokens, or a token with the name
 */
export async function createApiToken(
  tenant: Tenant,
  token: {
    readonly name: string;
    readonly prefix: string;
    readonly tokenHash: Buffer;
    readonly permissions: readonly Permission[];
    readonly createdBy: string;
    readonly expiresInDays: number;
  },
): Promise<ApiToken> {
  await lockOrganization(tenant, 'api_tokens');
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from api_tokens
      where organization_id = ${tenant.organizationId} and ${isActive}`,
  );
  if (count >= maximumApiTokens)
    throw errors.conflict(
      `The organization has ${maximumApiTokens} active API tokens, the maximum. Revoke a token first.`,
    );
  return mapConstraintErrors(
    nameIsTaken,
    oneRowOf<ApiToken>(
      tenant,
      sql`insert into api_tokens (organization_id, name, prefix, token_hash, permissions, created_by, expires_at)
        values (${tenant.organizationId}, ${token.name}, ${token.prefix}, ${token.tokenHash}, ${token.permissions},
          ${token.createdBy}, now() + make_interval(days => ${token.expiresInDays}))
        returning ${columns}`,
    ),
  );
}

/** Lists tokens, newest first. Reads one row more than the limit. `active`: neither revoked nor expired, or the others. */
export async function listApiTokens(
  tenant: Tenant,
  { active, limit, before }: { active: boolean | undefined; limit: number; before: string | undefined },
): Promise<readonly ApiToken[]> {
  return rowsOf<ApiToken>(
    tenant,
    sql`select ${columns} from api_tokens where organization_id = ${tenant.organizationId}
        and ${before === undefined ? rawSql('true') : sql`id < ${before}`}
        and ${active === undefined ? rawSql('true') : sql`(${isActive}) = ${active}`}
      order by id desc limit ${limit + 1}`,
  );
}

/** @throws CatalogueError `not_found` */
export async function getApiToken(tenant: Tenant, id: string): Promise<ApiToken> {
  return found(
    await rowOf<ApiToken>(
      tenant,
      sql`select ${columns} from api_tokens where organization_id = ${tenant.organizationId} and id = ${id}`,
    ),
  );
}

/** @throws CatalogueError `not_found`, `conflict` when another token has the name */
export async function renameApiToken(tenant: Tenant, id: string, name: string): Promise<ApiToken> {
  return found(
    await mapConstraintErrors(
      nameIsTaken,
      rowOf<ApiToken>(
        tenant,
        sql`update api_tokens set name = ${name}
          where organization_id = ${tenant.organizationId} and id = ${id} returning ${columns}`,
      ),
    ),
  );
}

/** Revokes a token; a revoked one keeps its time and reason. @throws CatalogueError `not_found`. */
export async function revokeApiToken(tenant: Tenant, id: string): Promise<ApiToken> {
  return found(
    await rowOf<ApiToken>(
      tenant,
      sql`update api_tokens set revoked_at = coalesce(revoked_at, now()),
          revoked_reason = coalesce(revoked_reason, 'revoked')
        where organization_id = ${tenant.organizationId} and id = ${id} returning ${columns}`,
    ),
  );
}

/**
 * Revokes the tokens of a creator who is deactivated, except for those of directories. Returns the ones that were active, at
 * most 100.
 */
export async function revokeApiTokensOf(tenant: Tenant, userId: string): Promise<readonly ApiToken[]> {
  return rowsOf<ApiToken>(
    tenant,
    sql`update api_tokens set revoked_at = now(), revoked_reason = 'creator_deactivated'
      where organization_id = ${tenant.organizationId} and created_by = ${userId} and ${isActive}
        and permissions <> array['scim']
      returning ${columns}`,
  );
}

/** Sets the time and the client address of the last use. */
export async function updateApiTokenUse(tenant: Tenant, id: string, ip: string | undefined): Promise<void> {
  await execute(
    tenant,
    sql`update api_tokens set last_used_at = now(), last_used_ip = ${ip}
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

function found(token: ApiToken | undefined): ApiToken {
  if (token === undefined) throw errors.notFound();
  return token;
}
