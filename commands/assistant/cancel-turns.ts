import { endTurn } from '../../db/assistant/end-turn.ts';
import type { TurnOutcome } from '../../db/assistant/end-turn.ts';
import { listRunningTurns } from '../../db/assistant/turn-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { AssistantMetrics } from '../../runtime/metrics/assistant-metrics.ts';
import type { Background } from '../../runtime/background.ts';
import type { Temporal } from '../../runtime/temporal.ts';

export interface TurnCanceller {
  readonly temporal: Pick<Temporal, 'cancelRunWorkflow'>;
  readonly background: Background;
  readonly assistantMetrics: AssistantMetrics;
}

/**
 * Ends running turns as cancelled, and cancels their workflows after the commit. A worker that does not receive the
 * cancellation stops at its next write, because the turn has ended. Returns how many turns were running.
 */
export async function cancelTurns(
  tenant: Tenant,
  { temporal, background, assistantMetrics }: TurnCanceller,
  turnIds: readonly string[],
  message: string,
): Promise<number> {
  let count = 0;
  for (const id of turnIds) {
    const ended = await endTurn(tenant, id, { status: 'failed', code: 'cancelled', message });
    if (ended === undefined) continue;
    count += 1;
    tenant.afterCommit(async () => {
      assistantMetrics.turnEnded(ended);
      background.run('cancelling a turn', () => temporal.cancelRunWorkflow('answer_turn', id));
    });
  }
  return count;
}

/** The outcome of a turn whose worker stopped and did not renew the lease. */
export const abandoned: TurnOutcome = {
  status: 'failed',
  code: 'internal_error',
  message: 'The turn was stopped because of an internal error.',
};

/** Ends the turn of a conversation whose lease has expired. Such a turn does not prevent the next one. */
export async function endExpiredTurn(
  tenant: Tenant,
  assistantMetrics: AssistantMetrics,
  conversationId: string,
): Promise<void> {
  for (const id of await listRunningTurns(tenant, { conversationId, expired: true })) {
    const ended = await endTurn(tenant, id, abandoned);
    if (ended !== undefined) tenant.afterCommit(async () => assistantMetrics.turnEnded(ended));
  }
}
