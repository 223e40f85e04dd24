import { fn, ref } from 'objection';
import { errors } from '../../domain/errors.ts';
import { queryModel } from '../query.ts';
import type { Tenant } from '../tenant.ts';
import { IngestToken } from './ingest-token.ts';

/** The columns that are returned: all but the organization and the hash. */
const columns = [
  'id',
  'name',
  'prefix',
  'created_by',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
] as const;
export type IngestTokenRow = Pick<IngestToken, (typeof columns)[number]>;

/** Inserts the hash of a token. The token itself is returned to the user once and never stored. */
export async function createIngestToken(
  tenant: Tenant,
  token: { name: string; prefix: string; tokenHash: Buffer; createdBy: string; expiresAt: Date | null },
): Promise<IngestTokenRow> {
  return queryModel(tenant, IngestToken)
    .insert({
      organization_id: tenant.organizationId,
      name: token.name,
      prefix: token.prefix,
      token_hash: token.tokenHash,
      created_by: token.createdBy,
      expires_at: token.expiresAt,
    })
    .returning([...columns]);
}

/** Lists tokens by id. Reads one row more than the limit. */
export async function listIngestTokens(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly IngestTokenRow[]> {
  const query = queryModel(tenant, IngestToken)
    .select(...columns)
    .where('organization_id', tenant.organizationId)
    .orderBy('id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('id', '>', after);
  return query;
}

/** Revokes a token; a revoked one keeps its `revoked_at`. @throws CatalogueError `not_found`. */
export async function revokeIngestToken(tenant: Tenant, id: string): Promise<IngestTokenRow> {
  const token = await queryModel(tenant, IngestToken)
    .findById([tenant.organizationId, id])
    .patch({ revoked_at: fn.coalesce(ref('revoked_at'), fn.now()) })
    .returning([...columns])
    .first();
  if (token === undefined) throw errors.notFound();
  return token;
}

export async function updateLastUsed(tenant: Tenant, id: string): Promise<void> {
  await queryModel(tenant, IngestToken)
    .findById([tenant.organizationId, id])
    .patch({ last_used_at: fn.now() });
}
