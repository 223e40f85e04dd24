import { rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { findChainHead } from './audit-read-model.ts';

/** An entry of the hash chain. Its hash is the SHA-256 of the bytes of `previousHash` and of the UTF-8 bytes of `text`. */
export interface SealedEntry {
  readonly sequence: number;
  readonly text: string;
  /** Empty before the first entry of an organization. */
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

const batch = 1000;

/**
 * Yields the sealed entries of the tenant's organization from the first one to the last one in a range of time, without gaps, in the order
 * of the chain. Entries are sealed in the order of their transactions, so that some may lie outside of the range.
 */
export async function* exportAuditEntries(
  tenant: Tenant,
  { since, until }: { readonly since?: Date | undefined; readonly until?: Date | undefined },
): AsyncGenerator<readonly SealedEntry[], void, undefined> {
  const range = await rowOf<{ first: number | undefined; last: number | undefined }>(
    tenant,
    sql`select min(sequence) as first, max(sequence) as last from audit_entries
        where organization_id = ${tenant.organizationId} and sequence is not null
          and (${since}::timestamptz is null or occurred_at >= ${since})
          and (${until}::timestamptz is null or occurred_at < ${until})`,
  );
  if (range?.first === undefined || range.last === undefined) return;
  let previousHash = await hashBefore(tenant, range.first);
  for (let next = range.first; next <= range.last;) {
    const rows = await rowsOf<Omit<SealedEntry, 'previousHash'>>(
      tenant,
      sql`select e.sequence, audit_entry_text(e.sequence, e) as text, e.hash from audit_entries e
          where e.organization_id = ${tenant.organizationId} and e.sequence between ${next} and ${range.last}
          order by e.sequence limit ${batch}`,
    );
    const entries: SealedEntry[] = [];
    for (const row of rows) {
      entries.push({ ...row, previousHash });
      previousHash = row.hash;
    }
    const last = entries.at(-1);
    if (last === undefined) return;
    next = last.sequence + 1;
    yield entries;
  }
}

/** Returns the hash of the entry before a sequence, which may have been deleted by retention. */
async function hashBefore(tenant: Tenant, sequence: number): Promise<Buffer> {
  const row = await rowOf<{ hash: Buffer | undefined }>(
    tenant,
    sql`select coalesce(
          (select e.hash from audit_entries e
           where e.organization_id = ${tenant.organizationId} and e.sequence = ${sequence - 1}),
          (select h.pruned_hash from audit_chain_heads h
           where h.organization_id = ${tenant.organizationId} and h.pruned_sequence = ${sequence - 1}),
          '') as hash`,
  );
  return row?.hash ?? Buffer.alloc(0);
}

/** Returns sequence and hash of the organization's last sealed entry; 0 and empty before the first one. */
export async function chainHeadOf(
  tenant: Tenant,
): Promise<{ readonly sequence: number; readonly hash: Buffer }> {
  return (await findChainHead(tenant)) ?? { sequence: 0, hash: Buffer.alloc(0) };
}
