import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

export interface AuditEntry {
  readonly id: string;
  readonly sequence: number | null;
  readonly occurred_at: Date;
  readonly actor_type: 'user' | 'ingest_token' | 'system' | 'webhook';
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly action: string;
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly target_name: string | null;
  readonly outcome: 'success' | 'refused';
  readonly request_id: string | null;
  readonly ip: string | null;
  readonly details: Record<string, unknown>;
  readonly hash: Buffer | null;
}

export interface AuditFilters {
  readonly actor_id?: readonly string[] | undefined;
  readonly action?: readonly string[] | undefined;
  readonly target_type?: readonly string[] | undefined;
  readonly target_id?: readonly string[] | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Newest first, by id (version 7: by time). Reads one row more than the limit. */
export async function listAuditEntries(
  tenant: Tenant,
  filters: AuditFilters,
  limit: number,
  before: string | undefined,
): Promise<readonly AuditEntry[]> {
  const query = queryOf(tenant)<AuditEntry>('audit_entries')
    .where('organization_id', tenant.organizationId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  for (const column of ['actor_id', 'action', 'target_type', 'target_id'] as const) {
    const values = filters[column];
    if (values !== undefined) void query.whereIn(column, values);
  }
  if (filters.since !== undefined) void query.where('occurred_at', '>=', filters.since);
  if (filters.until !== undefined) void query.where('occurred_at', '<', filters.until);
  if (before !== undefined) void query.where('id', '<', before);
  return query;
}

export interface ChainVerification {
  readonly entries: number;
  readonly head_hash: Buffer;
  readonly first_broken_sequence: number | null;
}

/** Recomputes the chain of the tenant's organization. Entries not sealed yet do not count. */
export async function verifyAuditChain(tenant: Tenant): Promise<ChainVerification> {
  const { rows } = await queryOf(tenant).raw<{ rows: ChainVerification[] }>(
    'select * from verify_audit_chain(?)',
    [tenant.organizationId],
  );
  const [verification] = rows;
  if (verification === undefined) throw new Error('verify_audit_chain returned no row');
  return verification;
}
