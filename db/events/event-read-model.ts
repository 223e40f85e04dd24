import type { EventBody, EventData } from '../../domain/events/event.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import { oneRowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface EventRow {
  readonly id: string;
  readonly position: number;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly data: EventData;
}

/** Of one read, so that a filter on rare types does not read the events of 30 days at once. */
const positionsAtOnce = 10_000;

export interface EventRange {
  /** The position before the oldest event that is kept. */
  readonly before: number;
  /** The position of the newest event; 0 without events. */
  readonly head: number;
}

/** Returns the positions that are kept. */
export async function eventRange(tenant: Tenant): Promise<EventRange> {
  const { organizationId } = tenant;
  return oneRowOf<EventRange>(
    tenant,
    sql`select h.head, coalesce((select e.position - 1 from events e where e.organization_id = ${organizationId}
        and e.position is not null order by e.position limit 1), h.head) as before
      from (select coalesce((select position from event_heads where organization_id = ${organizationId}), 0) as head) h`,
  );
}

/**
 * Lists events of some types after a position, in their order, of at most 10,000 positions. `position`: up to which the events
 * were read.
 */
export async function listEvents(
  tenant: Tenant,
  after: number,
  types: readonly EventType[],
  limit: number,
): Promise<{ readonly events: readonly EventRow[]; readonly position: number; readonly head: number }> {
  const { organizationId } = tenant;
  const { head } = await eventRange(tenant);
  const until = Math.min(head, after + positionsAtOnce);
  if (until <= after) return { events: [], position: after, head };
  const events = await rowsOf<EventRow>(
    tenant,
    sql`select id, position, type, occurred_at, data from events
      where organization_id = ${organizationId} and position > ${after} and position <= ${until}
        and type = any(${types}::text[])
      order by position limit ${limit}`,
  );
  return { events, position: events.length < limit ? until : (events.at(-1)?.position ?? until), head };
}

/** Returns the events at some positions, in their order; those that retention has deleted are left out. */
export async function eventsAt(tenant: Tenant, positions: readonly number[]): Promise<readonly EventRow[]> {
  return rowsOf<EventRow>(
    tenant,
    sql`select id, position, type, occurred_at, data from events
      where organization_id = ${tenant.organizationId} and position = any(${positions}::bigint[])
      order by position`,
  );
}

/** Returns an event as receivers and readers of the feed get it. */
export function eventBodyOf(organizationId: string, row: EventRow): EventBody {
  return {
    id: row.id,
    position: row.position,
    type: row.type,
    occurred_at: row.occurredAt.toISOString(),
    organization_id: organizationId,
    data: row.data,
  };
}
