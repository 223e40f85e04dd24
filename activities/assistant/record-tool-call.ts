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
    durationMs: call.milliseconds,
    tool: call.name,
    arguments: limitArguments(call.arguments),
    rowCount: call.rows,
    referenceIds: call.ids.slice(0, maximumIds),
    errorCode: errorCodeOf[call.status],
  });
}

const errorCodeOf = { ok: undefined, refused: 'forbidden', error: 'tool_error' } as const;

function limitArguments(given: JsonObject): JsonObject {
  return Buffer.byteLength(JSON.stringify(given)) <= maximumArgumentBytes ? given : { $omitted: 'too_large' };
}
