import { errors } from '../../domain/errors.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

export interface IngestToken {
  readonly id: string;
  readonly name: string;
  /** The first characters of the token, to tell it by. */
  readonly prefix: string;
  readonly created_by: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

const columns: (keyof IngestToken)[] = [
  'id',
  'name',
  'prefix',
  'created_by',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
];

/** Stores the hash; the token itself is shown once and kept nowhere. */
export async function createIngestToken(
  tenant: Tenant,
  token: { name: string; prefix: string; tokenHash: Buffer; createdBy: string; expiresAt: Date | null },
): Promise<IngestToken> {
  const [row] = (await queryOf(tenant)('ingest_tokens')
    .insert({
      organization_id: tenant.organizationId,
      name: token.name,
      prefix: token.prefix,
      token_hash: token.tokenHash,
      created_by: token.createdBy,
      expires_at: token.expiresAt,
    })
    .returning(columns)) as IngestToken[];
  if (row === undefined) throw new Error('insert returned no row');
  return row;
}

/** By id. Reads one row more than the limit. */
export async function listIngestTokens(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly IngestToken[]> {
  const query = queryOf(tenant)<IngestToken>('ingest_tokens')
    .select(columns)
    .where('organization_id', tenant.organizationId)
    .orderBy('id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('id', '>', after);
  return query;
}

/** Revoking again changes nothing. @throws CatalogueError `not_found`. */
export async function revokeIngestToken(tenant: Tenant, id: string): Promise<IngestToken> {
  const [row] = (await queryOf(tenant)('ingest_tokens')
    .where({ organization_id: tenant.organizationId, id })
    .update({ revoked_at: queryOf(tenant).raw('coalesce(revoked_at, now())') })
    .returning(columns)) as IngestToken[];
  if (row === undefined) throw errors.notFound();
  return row;
}

export async function noteIngestTokenUse(tenant: Tenant, id: string): Promise<void> {
  await queryOf(tenant)('ingest_tokens')
    .where({ organization_id: tenant.organizationId, id })
    .update({ last_used_at: queryOf(tenant).fn.now() });
}
