import type { AssistantAuditKind, AssistantAuditStatus } from '../../domain/values.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { execute, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Turn } from './turn.ts';

/** A row of `ai_audit_entries`. The fields from `tool` on are absent where they do not apply. */
export interface AssistantAuditEntry {
  readonly id: string;
  readonly occurredAt: Date;
  readonly kind: AssistantAuditKind;
  /** The user or the API token that asked or called. */
  readonly userId: string | undefined;
  readonly apiTokenId: string | undefined;
  /** The name of the user or of the token. */
  readonly actorName: string | undefined;
  /** Absent for calls through MCP, as the three fields after it. */
  readonly conversationId: string | undefined;
  readonly turnId: string | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly status: AssistantAuditStatus;
  readonly durationMs: number;
  readonly requestId: string;
  readonly tool: string | undefined;
  readonly arguments: JsonObject | undefined;
  readonly rowCount: number | undefined;
  readonly referenceIds: readonly string[] | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly errorCode: string | undefined;
  /** Of a call through MCP: the URI of the resource, the name of the prompt, the `User-Agent`. */
  readonly resource: string | undefined;
  readonly prompt: string | undefined;
  readonly client: string | undefined;
}

/** The turn that an entry is about. */
export type AuditedTurn = Pick<
  Turn,
  'id' | 'conversationId' | 'askedBy' | 'provider' | 'model' | 'requestId'
>;

type NewEntry = Pick<AssistantAuditEntry, 'kind' | 'status' | 'durationMs'> &
  Partial<
    Pick<
      AssistantAuditEntry,
      'tool' | 'arguments' | 'rowCount' | 'referenceIds' | 'inputTokens' | 'outputTokens' | 'errorCode'
    >
  >;

/** Inserts an entry about a turn, or about a tool call of it. */
export async function insertAuditEntry(tenant: Tenant, turn: AuditedTurn, entry: NewEntry): Promise<void> {
  const { tool, arguments: given, rowCount: rows, referenceIds: ids } = entry;
  await execute(
    tenant,
    sql`insert into ai_audit_entries (organization_id, kind, user_id, conversation_id, turn_id, provider, model, status,
        duration_ms, request_id, tool, arguments, row_count, reference_ids, input_tokens, output_tokens, error_code)
      values (${tenant.organizationId}, ${entry.kind}, ${turn.askedBy}, ${turn.conversationId}, ${turn.id},
        ${turn.provider}, ${turn.model}, ${entry.status}, ${Math.round(entry.durationMs)}, ${turn.requestId},
        ${tool}, ${given === undefined ? undefined : JSON.stringify(given)}::jsonb, ${rows},
        ${ids}::uuid[], ${entry.inputTokens}, ${entry.outputTokens},
        ${entry.errorCode})`,
  );
}

/** A call of a program through MCP. */
export interface McpCall extends Pick<AssistantAuditEntry, 'status' | 'durationMs' | 'requestId' | 'client'> {
  readonly actor: { readonly kind: 'user' | 'api_token'; readonly id: string };
  /** What was called: one of the three. */
  readonly tool?: string;
  readonly resource?: string;
  readonly prompt?: string;
  readonly arguments: JsonObject;
  readonly rowCount?: number;
  readonly referenceIds?: readonly string[];
}

/** Inserts an entry about a call through MCP. */
export async function insertMcpCall(tenant: Tenant, call: McpCall): Promise<void> {
  const { actor } = call;
  await execute(
    tenant,
    sql`insert into ai_audit_entries (organization_id, kind, user_id, api_token_id, status, duration_ms, request_id, client,
        tool, resource, prompt, arguments, row_count, reference_ids)
      values (${tenant.organizationId}, 'mcp_call', ${actor.kind === 'user' ? actor.id : undefined},
        ${actor.kind === 'api_token' ? actor.id : undefined}, ${call.status}, ${Math.round(call.durationMs)},
        ${call.requestId}, ${call.client}, ${call.tool}, ${call.resource}, ${call.prompt},
        ${JSON.stringify(call.arguments)}::jsonb, ${call.rowCount}, ${call.referenceIds}::uuid[])`,
  );
}

export interface AssistantAuditFilters {
  readonly kind?: readonly string[] | undefined;
  readonly user_id?: readonly string[] | undefined;
  readonly api_token_id?: readonly string[] | undefined;
  readonly conversation_id?: readonly string[] | undefined;
  readonly turn_id?: readonly string[] | undefined;
  readonly tool?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Lists entries, newest first, by id (UUID version 7). Reads one row more than the limit. */
export async function listAssistantAuditEntries(
  tenant: Tenant,
  filters: AssistantAuditFilters,
  limit: number,
  before: string | undefined,
): Promise<readonly AssistantAuditEntry[]> {
  const conditions = [
    sql`organization_id = ${tenant.organizationId}`,
    ...anyOf('kind', filters.kind),
    ...anyOf('user_id', filters.user_id, 'uuid'),
    ...anyOf('api_token_id', filters.api_token_id, 'uuid'),
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
    sql`select e.*, coalesce(u.name, t.name) as actor_name
      from (select * from ai_audit_entries where ${allOf(conditions)} order by id desc limit ${limit + 1}) e
      left join users u on u.organization_id = e.organization_id and u.id = e.user_id
      left join api_tokens t on t.organization_id = e.organization_id and t.id = e.api_token_id
      order by e.id desc`,
  );
}
