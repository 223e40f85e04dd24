import type { AuditActorType, AuditOutcome } from '../../domain/values.ts';
import { namedRowsOf, oneRowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

export interface NewAuditEntry {
  readonly actorType: AuditActorType;
  readonly actorId: string | undefined;
  /** Without it, the name of the user or token with `actorId` is stored. */
  readonly actorName?: string | undefined;
  /** `<noun>.<verb in the past tense>`, such as `member.recovered`. */
  readonly action: string;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly targetName?: string | undefined;
  readonly outcome?: AuditOutcome;
  readonly requestId?: string | undefined;
  readonly ip?: string | undefined;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Inserts an entry in the transaction of the change. The sealer sets its sequence and hash after the commit. */
export async function recordAudit(tenant: Tenant, entry: NewAuditEntry): Promise<void> {
  await namedRowsOf(
    tenant,
    sql`with given as (
        select ${tenant.organizationId}::uuid as organization_id, ${entry.actorType}::text as actor_type,
               ${entry.actorId}::uuid as actor_id, ${entry.actorName}::text as actor_name
      )
      insert into audit_entries (organization_id, actor_type, actor_id, actor_name, action, target_type, target_id,
        target_name, outcome, request_id, ip, details)
      select organization_id, actor_type, actor_id, coalesce(actor_name, case actor_type
          when 'user' then (
            select u.name from users u where u.organization_id = given.organization_id and u.id = actor_id)
          when 'api_token' then (
            select t.name from api_tokens t where t.organization_id = given.organization_id and t.id = actor_id)
          when 'ingest_token' then (
            select t.name from ingest_tokens t where t.organization_id = given.organization_id and t.id = actor_id)
        end), ${entry.action}, ${entry.targetType}, ${entry.targetId}, ${entry.targetName},
        ${entry.outcome ?? 'success'}, ${entry.requestId}, ${entry.ip},
        ${JSON.stringify(entry.details ?? {})}::jsonb
      from given`,
  );
}

const batch = 500;

/** Appends committed entries to the hash chain and returns how many. Does nothing while another session seals. */
export async function sealAuditEntries(database: Database): Promise<number> {
  let total = 0;
  for (;;) {
    const { sealed } = await oneRowOf<{ sealed: number }>(
      database.outside,
      sql`select seal_audit_entries(${batch}) as sealed`,
    );
    total += sealed;
    if (sealed < batch) return total;
  }
}

/**
 * Deletes up to 500 sealed entries that are older than `audit_settings.retention_days`. Returns whether there may be more.
 */
export async function deleteOldAuditEntries(tenant: Tenant, share = 1): Promise<boolean> {
  const entries = Math.max(1, Math.floor(batch * share));
  const { pruned } = await oneRowOf<{ pruned: number }>(
    tenant,
    sql`select prune_audit_entries(${entries}) as pruned`,
  );
  return pruned === entries;
}
