import { deliveryLimits } from '../../domain/events/delivery-rules.ts';
import { oneRowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database } from '../tenant.ts';

/** Of one organization in one statement, so that a scan with many changes does not delay the events of others. */
const eventsAtOnce = 2000;

/**
 * Gives committed events their positions, and makes the subscriptions due that want them. Does nothing while another session
 * does. Returns the number of events.
 *
 * @param closeSeconds how long the first event of a batch waits for others
 */
export async function numberEvents(database: Database, closeSeconds: number): Promise<number> {
  for (let total = 0; ;) {
    const { numbered } = await oneRowOf<{ numbered: number }>(
      database.outside,
      sql`select number_events(${eventsAtOnce}, ${closeSeconds}, ${deliveryLimits.slack.seconds}) as numbered`,
    );
    total += numbered;
    if (numbered < eventsAtOnce) return total;
  }
}

export interface DueSubscription {
  readonly organizationId: string;
  readonly id: string;
}

/** Returns subscriptions with something to do, each once in ten seconds until its activity has begun to wait again. */
export async function claimDueSubscriptions(
  database: Database,
  atMost: number,
): Promise<readonly DueSubscription[]> {
  return rowsOf<DueSubscription>(
    database.outside,
    sql`select organization_id, id from claim_due_subscriptions(${atMost})`,
  );
}

export interface EventBacklog {
  /** Events that wait for their delivery, of all organizations. */
  readonly waiting: number;
  readonly oldestAt: Date | undefined;
}

export async function readEventBacklog(database: Database): Promise<EventBacklog> {
  return oneRowOf<EventBacklog>(database.outside, sql`select waiting, oldest_at from event_backlog()`);
}
