import type { AssistantAuditKind, AssistantAuditStatus } from '../../domain/values.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { execute, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Turn } from './turn.ts';

/** A row of `ai_audit_entries`. The fields from `tool` on are `null` where they do not apply. */
export interface AssistantAuditEntry {
  readonly id: string;
  readonly occurred_at: Date;
  readonly kind: AssistantAuditKind;
  readonly user_id: string;
  readonly conversation_id: string;
  readonly turn_id: string;
  readonly provider: string;
  readonly model: string;
  readonly status: AssistantAuditStatus;
  readonly duration_ms: number;
  readonly request_id: string;
  readonly tool: string | null;
  readonly arguments: JsonObject | null;
  readonly row_count: number | null;
  readonly reference_ids: readonly string[] | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly error_code: string | null;
}

/** The turn that an entry is about. */
export type AuditedTurn = Pick<
  Turn,
  'id' | 'conversation_id' | 'asked_by' | 'provider' | 'model' | 'request_id'
>;

type NewEntry = Pick<AssistantAuditEntry, 'kind' | 'status' | 'duration_ms'> &
  Partial<
    Pick<
      AssistantAuditEntry,
      'tool' | 'arguments' | 'row_count' | 'reference_ids' | 'input_tokens' | 'output_tokens' | 'error_code'
    >
  >;

/** Inserts an entry about a turn, or about a tool call of it. */
export async function insertAuditEntry(tenant: Tenant, turn: AuditedTurn, entry: NewEntry): Promise<void> {
  const { tool, arguments: given, row_count: rows, reference_ids: ids } = entry;
  await execute(
    tenant,
    sql`insert into ai_audit_entries (organization_id, kind, user_id, conversation_id, turn_id, provider, model, status,
        duration_ms, request_id, tool, arguments, row_count, reference_ids, input_tokens, output_tokens, error_code)
      values (${tenant.organizationId}, ${entry.kind}, ${turn.asked_by}, ${turn.conversation_id}, ${turn.id},
        ${turn.provider}, ${turn.model}, ${entry.status}, ${Math.round(entry.duration_ms)}, ${turn.request_id},
        ${tool ?? null}, ${given === undefined ? null : JSON.stringify(given)}::jsonb, ${rows ?? null},
        ${ids ?? null}::uuid[], ${entry.input_tokens ?? null}, ${entry.output_tokens ?? null},
        ${entry.error_code ?? null})`,
  );
}

export interface AssistantAuditFilters {
  readonly kind?: readonly string[] | undefined;
  readonly user_id?: readonly string[] | undefined;
  readonly conversation_id?: readonly string[] | undefined;
  readonly turn_id?: readonly string[] | undefined;
  readonly tool?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Lists entries, newest first, by id (UUID version 7). Reads one row more than the limit. */
export async function listAuditEntries(
  tenant: Tenant,
  filters: AssistantAuditFilters,
  limit: number,
  before: string | undefined,
): Promise<readonly AssistantAuditEntry[]> {
  const conditions = [
    sql`organization_id = ${tenant.organizationId}`,
    ...anyOf('kind', filters.kind),
    ...anyOf('user_id', filters.user_id, 'uuid'),
    ...anyOf('conversation_id', filters.conversation_id, 'uuid'),
    ...anyOf('turn_id', filters.turn_id, 'uuid'),
    ...anyOf('tool', filters.tool),
    ...anyOf('status', filters.status),
    ...(filters.since === undefined ? [] : [sql`occurred_at >= ${filters.since}`]),
    ...(filters.until === undefined ? [] : [sql`occurred_at < ${filters.until}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
  return rowsOf<AssistantAuditEntry>(
    tenant,
    sql`select * from ai_audit_entries where ${allOf(conditions)} order by id desc limit ${limit + 1}`,
  );
}
