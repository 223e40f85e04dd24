import type { JsonObject } from '../../domain/json/json.ts';
import { insertAuditEntry } from '../../db/assistant/audit-store.ts';
import type { AuditedTurn } from '../../db/assistant/audit-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { ToolCallRecord } from '../../domain/assistant/tool-call-record.ts';

const maximumArgumentBytes = 2048;
const maximumIds = 50;

/** Inserts the audit entry of a tool call. Arguments above 2 KB are left out; error messages are not stored. */
export async function recordToolCall(tenant: Tenant, turn: AuditedTurn, call: ToolCallRecord): Promise<void> {
  await insertAuditEntry(tenant, turn, {
    kind: 'tool_call',
    status: call.status,
    duration_ms: call.milliseconds,
    tool: call.name,
    arguments: limitArguments(call.arguments),
    row_count: call.rows,
    reference_ids: call.ids.slice(0, maximumIds),
    error_code: errorCodeOf[call.status],
  });
}

const errorCodeOf = { ok: null, refused: 'forbidden', error: 'tool_error' } as const;

function limitArguments(given: JsonObject): JsonObject {
  return Buffer.byteLength(JSON.stringify(given)) <= maximumArgumentBytes ? given : { $omitted: 'too_large' };
}
