import { namedRowsOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

/** An event as it is streamed. */
export interface StoredTurnEvent {
  readonly sequence: number;
  readonly type: string;
  /** JSON of the data. */
  readonly data: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The events of a turn after a position. */
export interface TurnEventPage {
  readonly turnId: string;
  readonly isRunning: boolean;
  readonly lastSequence: number;
  readonly events: readonly StoredTurnEvent[];
}

/** Events of one turn in a page. */
const eventsPerTurn = 200;

/** Reads up to 200 events of each turn after a sequence number. Deleted turns have no page. */
export async function readTurnEvents(
  tenant: Tenant,
  positions: ReadonlyMap<string, number>,
): Promise<readonly TurnEventPage[]> {
  const { organizationId } = tenant;
  const rows = await namedRowsOf<{
    turnId: string;
    status: string;
    lastSequence: number;
    sequence: number | undefined;
    type: string;
    data: string;
    createdAt: number;
  }>(
    tenant,
    sql`select t.id as turn_id, t.status, t.last_sequence, e.sequence, e.type, e.data::text as data,
        (extract(epoch from e.created_at) * 1000)::float8 as created_at
      from unnest(${[...positions.keys()]}::uuid[], ${[...positions.values()]}::integer[]) as wanted (id, position)
      join ai_turns t on t.organization_id = ${organizationId} and t.id = wanted.id
      left join lateral (select * from ai_turn_events e
        where e.organization_id = ${organizationId} and e.turn_id = t.id and e.sequence > wanted.position
        order by e.sequence limit ${eventsPerTurn}) e on true
      order by t.id, e.sequence`,
  );
  const pages = new Map<string, TurnEventPage & { readonly events: StoredTurnEvent[] }>();
  for (const row of rows) {
    const page = pages.get(row.turnId) ?? {
      turnId: row.turnId,
      isRunning: row.status === 'running',
      lastSequence: row.lastSequence,
      events: [],
    };
    pages.set(row.turnId, page);
    const { sequence, type, data, createdAt } = row;
    if (sequence !== undefined) page.events.push({ sequence, type, data, createdAt });
  }
  return [...pages.values()];
}

/** Returns the last sequence number of each turn, of any organization. Deleted turns are missing. */
export async function readTurnPositions(
  database: Database,
  turns: readonly { readonly organizationId: string; readonly turnId: string }[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ id: string; lastSequence: number }>(
    database.outside,
    sql`select id, last_sequence from turn_positions(${turns.map(({ organizationId }) => organizationId)}::uuid[],
      ${turns.map(({ turnId }) => turnId)}::uuid[])`,
  );
  return new Map(rows.map(({ id, lastSequence: last }) => [id, last]));
}
