import type { AuditActorType, AuditOutcome } from '../../domain/values.ts';
import { oneRowOf, rowOf, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface AuditEntry {
  readonly id: string;
  /** The position in the hash chain; `undefined` until the entry is sealed. */
  readonly sequence: number | undefined;
  readonly occurredAt: Date;
  readonly actorType: AuditActorType;
  readonly actorId: string | undefined;
  readonly actorName: string | undefined;
  readonly action: string;
  readonly targetType: string | undefined;
  readonly targetId: string | undefined;
  readonly targetName: string | undefined;
  readonly outcome: AuditOutcome;
  readonly requestId: string | undefined;
  readonly ip: string | undefined;
  readonly details: Record<string, unknown>;
  readonly hash: Buffer | undefined;
}

export interface AuditFilters {
  readonly actor_id?: readonly string[] | undefined;
  readonly action?: readonly string[] | undefined;
  readonly target_type?: readonly string[] | undefined;
  readonly target_id?: readonly string[] | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Lists entries, newest first, by id (UUID version 7). Reads one row more than the limit. */
export async function listAuditEntries(
  tenant: Tenant,
  filters: AuditFilters,
  limit: number,
  before: string | undefined,
): Promise<readonly AuditEntry[]> {
  const conditions = [
    sql`organization_id = ${tenant.organizationId}`,
    ...anyOf('actor_id', filters.actor_id, 'uuid'),
    ...anyOf('action', filters.action),
    ...anyOf('target_type', filters.target_type),
    ...anyOf('target_id', filters.target_id),
    ...(filters.since === undefined ? [] : [sql`occurred_at >= ${filters.since}`]),
    ...(filters.until === undefined ? [] : [sql`occurred_at < ${filters.until}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
  return rowsOf<AuditEntry>(
    tenant,
    sql`select * from audit_entries where ${allOf(conditions)} order by id desc limit ${limit + 1}`,
  );
}

export interface ChainVerification {
  readonly entries: number;
  /** Sequence and hash of the last sealed entry; 0 and empty before the first one. */
  readonly headSequence: number;
  readonly headHash: Buffer;
  readonly firstBrokenSequence: number | undefined;
}

/** Recomputes the hash chain of the tenant's organization. Unsealed entries are not counted. */
export async function verifyAuditChain(tenant: Tenant): Promise<ChainVerification> {
  return oneRowOf(tenant, sql`select * from verify_audit_chain(${tenant.organizationId})`);
}

/** Returns the sequence and hash of the organization's last sealed entry; `undefined` before the first one. */
export async function findChainHead(
  tenant: Tenant,
): Promise<{ readonly sequence: number; readonly hash: Buffer } | undefined> {
  return rowOf(
    tenant,
    sql`select sequence, hash from audit_chain_heads where organization_id = ${tenant.organizationId}`,
  );
}
