import { cutHistory } from '../../domain/assistant/cut-history.ts';
import { turnLease, turnLimits } from '../../domain/assistant/turn-limits.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { endTurn } from '../../db/assistant/end-turn.ts';
import type { TurnOutcome } from '../../db/assistant/end-turn.ts';
import { recordProviderFailure } from '../../db/assistant/provider-circuit.ts';
import { appendEvents, beginAttempt, renewTurnLease } from '../../db/assistant/turn-attempt-store.ts';
import type { StartedAttempt } from '../../db/assistant/turn-attempt-store.ts';
import { listPastTurns } from '../../db/assistant/turn-store.ts';
import { countTokens } from '../../commands/assistant/count-tokens.ts';
import type { TurnAnswerer, TurnDependencies, TurnOutput } from '../../commands/assistant/turn-answerer.ts';
import { TurnEventWriter } from '../../commands/assistant/turn-event-writer.ts';
import { createTurnSession } from '../../commands/assistant/turn-session.ts';
import { TurnLeaseLost, TurnTimeout } from '../../commands/assistant/turn-stopped.ts';
import type { AssistantMetrics } from '../../runtime/metrics/assistant-metrics.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordToolCall } from './record-tool-call.ts';
import { failureOf } from './turn-failure.ts';

export type TurnRunDependencies = Pick<Dependencies, 'database' | 'logger' | 'configuration'> & {
  readonly answerer: TurnAnswerer;
  readonly assistantMetrics: AssistantMetrics;
};

/**
 * Runs an attempt of a turn and ends the turn. Takes the lease from an earlier attempt. Does nothing if the turn has ended,
 * and stops when another attempt takes the lease.
 *
 * @throws the reason of `cancellation` when it aborts, and transient database errors; the turn is then still running
 */
export async function runTurn(
  dependencies: TurnRunDependencies,
  { organizationId, runId }: RunInput,
  cancellation: AbortSignal,
): Promise<void> {
  const { database, assistantMetrics } = dependencies;
  const turn = await database.withTenant(organizationId, (tenant) => beginAttempt(tenant, runId));
  if (turn === undefined) return;
  if (turn.attempt > 1) assistantMetrics.turnRetried();
  const outcome = await attempt(dependencies, turn, cancellation);
  if (outcome === undefined) return;
  const ended = await database.withTenant(organizationId, (tenant) =>
    endTurn(tenant, runId, outcome, turn.attempt),
  );
  if (ended !== undefined) assistantMetrics.turnEnded(ended);
}

/** Returns the outcome, or `undefined` when another attempt has the lease. Everything that was streamed is written then. */
async function attempt(
  dependencies: TurnRunDependencies,
  turn: StartedAttempt,
  cancellation: AbortSignal,
): Promise<TurnOutcome | undefined> {
  const { database, logger, assistantMetrics } = dependencies;
  const { organizationId } = turn;
  const stopping = new AbortController();
  const stop = (reason: unknown) => stopping.abort(reason);
  const onCancellation = () => stop(cancellation.reason);
  cancellation.addEventListener('abort', onCancellation);
  const writer = new TurnEventWriter(
    (events, usage) =>
      database.withTenant(organizationId, (tenant) => appendEvents(tenant, turn, events, usage)),
    stop,
  );
  const deadline = setTimeout(
    () => stop(new TurnTimeout('the turn exceeded its time')),
    Math.max(0, turnLimits.seconds - turn.elapsedSeconds) * 1000,
  );
  const renewal = setInterval(() => void renew(dependencies, turn, stop), turnLease.renewSeconds * 1000);
  try {
    if (cancellation.aborted) onCancellation();
    const output = await answer(dependencies, turn, writer, stopping.signal);
    await writer.flush();
    stopping.signal.throwIfAborted();
    assistantMetrics.answerFiltered(output);
    const { answer: text, citations, finishReason } = output;
    return { status: 'completed', answer: text, citations, finishReason };
  } catch (error) {
    await writer.flush();
    const reason: unknown = stopping.signal.aborted ? stopping.signal.reason : error;
    if (reason instanceof TurnLeaseLost) return undefined;
    if (cancellation.aborted && reason === cancellation.reason) throw reason;
    const failure = failureOf(reason);
    if (failure.code === 'provider_unavailable') await recordProviderFailure(database, turn.provider);
    logger.warn({ err: reason, run_id: turn.id, organization_id: organizationId }, 'turn failed');
    return failure;
  } finally {
    cancellation.removeEventListener('abort', onCancellation);
    clearTimeout(deadline);
    clearInterval(renewal);
    writer.close();
  }
}

/** Returns the answer, or rejects with the reason of `signal` as soon as it aborts. */
async function answer(
  { database, configuration, answerer, assistantMetrics }: TurnRunDependencies,
  turn: StartedAttempt,
  writer: TurnEventWriter,
  signal: AbortSignal,
): Promise<TurnOutput> {
  const session = createTurnSession(database, configuration, turn, signal);
  // Rejects the turn of a user who lost access, also if the model calls no tool.
  const history = await session.withTool(({ tenant }) => listPastTurns(tenant, turn));
  const dependencies: TurnDependencies = {
    session,
    model: countTokens(answerer.model, (tokens) => writer.addUsage(tokens)),
    emit: (event) => writer.emit(event),
    async record(call) {
      writer.addUsage({ toolCalls: 1 });
      assistantMetrics.toolCalled(call.name, call.status);
      await database.withTenant(turn.organizationId, (tenant) => recordToolCall(tenant, turn, call));
    },
  };
  const input = {
    question: turn.question,
    history: cutHistory(history),
    model: turn.model,
    dataMode: turn.dataMode,
    now: turn.startedAt,
  };
  return Promise.race([answerer.answerQuestion(input, dependencies, signal), rejectOnAbort(signal)]);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  // The answer may win the race.
  aborted.catch(() => undefined);
  return aborted;
}

async function renew(
  { database, logger }: TurnRunDependencies,
  turn: StartedAttempt,
  stop: (reason: unknown) => void,
): Promise<void> {
  try {
    const renewed = await database.withTenant(turn.organizationId, (tenant) => renewTurnLease(tenant, turn));
    if (!renewed) stop(new TurnLeaseLost('the lease was not renewed'));
  } catch (error) {
    logger.warn({ err: error, run_id: turn.id }, 'failed to renew the lease of a turn; will retry');
  }
}
