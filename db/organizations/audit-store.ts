import type { AuditActorType, AuditOutcome } from '../../domain/values.ts';
import { queryOf } from '../tenant.ts';
import type { Database, Tenant } from '../tenant.ts';

export interface NewAuditEntry {
  readonly actorType: AuditActorType;
  readonly actorId: string | null;
  /** Looked up for users and ingest tokens when it is not given. */
  readonly actorName?: string | null;
  /** `<noun>.<past tense>`. */
  readonly action: string;
  readonly targetType?: string | null;
  readonly targetId?: string | null;
  readonly targetName?: string | null;
  readonly outcome?: AuditOutcome;
  readonly requestId?: string | null;
  readonly ip?: string | null;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes an entry in the transaction of the change. Sequence and hash come from the sealer, a moment later. */
export async function recordAudit(tenant: Tenant, entry: NewAuditEntry): Promise<void> {
  await queryOf(tenant).raw(
    `insert into audit_entries (organization_id, actor_type, actor_id, actor_name, action, target_type, target_id,
       target_name, outcome, request_id, ip, details)
     values (:organization, :actorType, :actorId, coalesce(:actorName, case :actorType
         when 'user' then (select name from users where organization_id = :organization and id = :actorId)
         when 'ingest_token' then (select name from ingest_tokens where organization_id = :organization and id = :actorId)
       end), :action, :targetType, :targetId, :targetName, :outcome, :requestId, :ip, :details)`,
    {
      organization: tenant.organizationId,
      actorType: entry.actorType,
      actorId: entry.actorId,
      actorName: entry.actorName ?? null,
      action: entry.action,
      targetType: entry.targetType ?? null,
      targetId: entry.targetId ?? null,
      targetName: entry.targetName ?? null,
      outcome: entry.outcome ?? 'success',
      requestId: entry.requestId ?? null,
      ip: entry.ip ?? null,
      details: JSON.stringify(entry.details ?? {}),
    },
  );
}

const batch = 500;

/** Chains every committed entry that is not chained yet. Answers with how many. Harmless beside other sealers. */
export async function sealAuditEntries(database: Database): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await database.outside.raw<{ rows: { sealed: number }[] }>(
      'select seal_audit_entries(?) as sealed',
      [batch],
    );
    const sealed = rows[0]?.sealed ?? 0;
    total += sealed;
    if (sealed < batch) return total;
  }
}

/** Forgets sealed entries older than `days` (at least 30), at most a batch. Answers with how many. */
export async function pruneAuditEntries(database: Database, days: number): Promise<number> {
  const { rows } = await database.outside.raw<{ rows: { pruned: number }[] }>(
    'select prune_audit_entries(make_interval(days => ?), ?) as pruned',
    [days, batch],
  );
  return rows[0]?.pruned ?? 0;
}
