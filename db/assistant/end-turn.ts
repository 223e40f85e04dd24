import type { Citation, TurnEvent, TurnFailureCode } from '../../domain/assistant/turn-event.ts';
import { finishRun } from '../runs/run-store.ts';
import { execute, oneRowOf, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { insertAuditEntry } from './audit-store.ts';
import { notifyTurnEvents } from './notify-turn-events.ts';
import type { Turn } from './turn.ts';

export type TurnOutcome =
  | {
      readonly status: 'completed';
      readonly answer: string;
      readonly citations: readonly Citation[];
      readonly finishReason: 'stop' | 'limit';
    }
  | { readonly status: 'failed'; readonly code: TurnFailureCode; readonly message: string };

/** A turn that this transaction ended. */
export interface EndedTurn {
  readonly outcome: 'completed' | TurnFailureCode;
  readonly milliseconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Ends a running turn: writes the terminal event, the turn, its audit entry and its run. A failed turn keeps the text and
 * the citations that were streamed since the last reset. Returns `undefined`, and changes nothing, if the turn has ended,
 * was deleted, or, with `attempt`, if another attempt has the lease.
 */
export async function endTurn(
  tenant: Tenant,
  turnId: string,
  outcome: TurnOutcome,
  attempt?: number,
): Promise<EndedTurn | undefined> {
  const { organizationId } = tenant;
  // In the order of every other transaction: the conversation first.
  await execute(
    tenant,
    sql`select from ai_conversations where organization_id = ${organizationId} and id = (
        select conversation_id from ai_turns where organization_id = ${organizationId} and id = ${turnId})
      for no key update`,
  );
  const turn = await rowOf<Turn & { milliseconds: number }>(
    tenant,
    sql`select *, (extract(epoch from clock_timestamp() - started_at) * 1000)::bigint as milliseconds from ai_turns
      where organization_id = ${organizationId} and id = ${turnId} and status = 'running'
        and (${attempt}::integer is null or attempt = ${attempt}) for no key update`,
  );
  if (turn === undefined) return undefined;
  const { answer, citations } =
    outcome.status === 'completed' ? outcome : await readStreamedAnswer(tenant, turnId);
  const failure = outcome.status === 'failed' ? outcome : undefined;
  const status = failure?.code === 'cancelled' ? 'cancelled' : outcome.status;
  await execute(
    tenant,
    sql`update ai_turns set status = ${status}, answer = ${answer}, citations = ${JSON.stringify(citations)}::jsonb,
        error_code = ${failure?.code}, error_message = ${failure?.message},
        last_sequence = last_sequence + 1, finished_at = clock_timestamp()
      where organization_id = ${organizationId} and id = ${turnId}`,
  );
  const { type, data } = terminalEvent(turn, outcome);
  await execute(
    tenant,
    sql`insert into ai_turn_events (organization_id, turn_id, sequence, type, data)
      values (${organizationId}, ${turnId}, ${turn.lastSequence + 1}, ${type}, ${JSON.stringify(data)}::jsonb)`,
  );
  await execute(
    tenant,
    sql`update ai_conversations set last_turn_at = now(), updated_at = now()
      where organization_id = ${organizationId} and id = ${turn.conversationId}`,
  );
  await insertAuditEntry(tenant, turn, {
    kind: 'turn',
    status,
    durationMs: turn.milliseconds,
    inputTokens: turn.inputTokens,
    outputTokens: turn.outputTokens,
    errorCode: failure?.code,
  });
  await finishRun(tenant, turnId, runStatusOf[status], failure?.message);
  await notifyTurnEvents(tenant, turnId);
  return {
    outcome: failure?.code ?? 'completed',
    milliseconds: turn.milliseconds,
    inputTokens: turn.inputTokens,
    outputTokens: turn.outputTokens,
  };
}

const runStatusOf = { completed: 'succeeded', failed: 'failed', cancelled: 'cancelled' } as const;

function terminalEvent(turn: Turn, outcome: TurnOutcome): TurnEvent {
  if (outcome.status === 'failed') {
    const { code, message } = outcome;
    return { type: 'turn.failed', data: { code, message } };
  }
  return {
    type: 'turn.completed',
    data: {
      answer: outcome.answer,
      citations: outcome.citations,
      usage: { input_tokens: turn.inputTokens, output_tokens: turn.outputTokens, tool_calls: turn.toolCalls },
      finish_reason: outcome.finishReason,
    },
  };
}

/** Returns the text and the citations of the events since the last reset; without text, the answer is `null`. */
async function readStreamedAnswer(
  tenant: Tenant,
  turnId: string,
): Promise<{ readonly answer: string | undefined; readonly citations: readonly Citation[] }> {
  return oneRowOf(
    tenant,
    sql`select string_agg(data ->> 'text', '' order by sequence) filter (where type = 'text.delta') as answer,
        coalesce(jsonb_agg(data order by sequence) filter (where type = 'citation'), '[]') as citations
      from ai_turn_events e where organization_id = ${tenant.organizationId} and turn_id = ${turnId}
        and sequence > coalesce((select max(r.sequence) from ai_turn_events r
          where r.organization_id = ${tenant.organizationId} and r.turn_id = ${turnId} and r.type = 'turn.reset'), 0)`,
  );
}
