import { execute } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * The channel of NOTIFY. Its payload is the id of a turn that has new events, or {@link endedSessionsPrefix} with the id of a user
 * whose sessions ended.
 */
export const turnEventsChannel = 'assistant_turn_events';

/**
 * Wakes the streams of a turn when the transaction commits. Postgres serializes commits with NOTIFY, so only transactions
 * that append events or end sessions call it.
 */
export async function notifyTurnEvents(tenant: Tenant, turnId: string): Promise<void> {
  await execute(tenant, sql`select pg_notify(${turnEventsChannel}, ${turnId})`);
}

export const endedSessionsPrefix = 'sessions_of:';

/** Has the open streams of a user checked when the transaction commits, because sessions of the user ended. */
export async function notifySessionsEnded(tenant: Tenant, userId: string): Promise<void> {
  await execute(tenant, sql`select pg_notify(${turnEventsChannel}, ${endedSessionsPrefix + userId})`);
}
