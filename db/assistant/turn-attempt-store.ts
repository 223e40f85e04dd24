import type { TurnEvent } from '../../domain/assistant/turn-event.ts';
import { turnLease } from '../../domain/assistant/turn-limits.ts';
import { markRunRunning } from '../runs/run-store.ts';
import { execute, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { notifyTurnEvents } from './notify-turn-events.ts';
import type { Turn } from './turn.ts';

/** A turn whose lease the caller has taken. */
export type StartedAttempt = Turn & {
  /** Seconds since the question was accepted, on the clock of the database. */
  readonly elapsedSeconds: number;
};

/**
 * Takes the lease of a running turn, also from another worker, whose writes fail from then on. Writes `turn.reset` if it is
 * not the first attempt. Returns `undefined` if the turn has ended or was deleted.
 */
export async function beginAttempt(tenant: Tenant, turnId: string): Promise<StartedAttempt | undefined> {
  const turn = await rowOf<StartedAttempt>(
    tenant,
    sql`update ai_turns set attempt = attempt + 1, lease_expires_at = now() + make_interval(secs => ${turnLease.seconds})
      where organization_id = ${tenant.organizationId} and id = ${turnId} and status = 'running'
      returning *, extract(epoch from now() - started_at)::float8 as elapsed_seconds`,
  );
  if (turn === undefined) return undefined;
  await markRunRunning(tenant, turnId);
  if (turn.attempt > 1) await appendEvents(tenant, turn, [{ type: 'turn.reset', data: {} }]);
  return turn;
}

/** Extends the lease of an attempt. Returns false if the turn has ended or another attempt has the lease. */
export async function renewTurnLease(
  tenant: Tenant,
  { id, attempt }: Pick<Turn, 'id' | 'attempt'>,
): Promise<boolean> {
  const renewed = await execute(
    tenant,
    sql`update ai_turns set lease_expires_at = now() + make_interval(secs => ${turnLease.seconds})
      where organization_id = ${tenant.organizationId} and id = ${id} and status = 'running'
        and attempt = ${attempt}`,
  );
  return renewed > 0;
}

/** Tokens and tool calls to add to those of a turn. */
export interface TurnUsageIncrement {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly toolCalls: number;
}

/**
 * Appends events with the next sequence numbers, adds to the usage of the turn, and notifies the streams. Returns false, and
 * writes nothing, if the turn has ended or another attempt has the lease.
 */
export async function appendEvents(
  tenant: Tenant,
  { id, attempt }: Pick<Turn, 'id' | 'attempt'>,
  events: readonly TurnEvent[],
  usage: TurnUsageIncrement = { inputTokens: 0, outputTokens: 0, toolCalls: 0 },
): Promise<boolean> {
  const { organizationId } = tenant;
  const turn = await rowOf<{ lastSequence: number }>(
    tenant,
    sql`with turn as (
        update ai_turns set last_sequence = last_sequence + ${events.length}::integer,
          input_tokens = input_tokens + ${usage.inputTokens}::bigint,
          output_tokens = output_tokens + ${usage.outputTokens}::bigint,
          tool_calls = tool_calls + ${usage.toolCalls}::integer
        where organization_id = ${organizationId} and id = ${id} and status = 'running' and attempt = ${attempt}
        returning last_sequence
      ), appended as (
        insert into ai_turn_events (organization_id, turn_id, sequence, type, data)
        select ${organizationId}, ${id}, turn.last_sequence - ${events.length}::integer + e.number, e.event ->> 'type',
          e.event -> 'data'
        from turn cross join jsonb_array_elements(${JSON.stringify(events)}::jsonb)
          with ordinality as e (event, number)
      ) select last_sequence from turn`,
  );
  if (turn === undefined) return false;
  if (events.length > 0) await notifyTurnEvents(tenant, id);
  return true;
}
