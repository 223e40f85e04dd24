import express from 'express';
import type { Response } from 'express';
import pg from 'pg';

/**
 * Baseline: an Express server that streams events of turns without authentication, tenants, limits of slow clients, and
 * catch-up. One connection listens; the events of all turns that were notified during a read are read in the next one.
 */
interface OpenStream {
  readonly response: Response;
  readonly organizationId: string;
  position: number;
}

interface EventRow {
  readonly turn_id: string;
  readonly sequence: number;
  readonly type: string;
  readonly data: unknown;
}

const connectionString = process.env['DATABASE_URL'];
const pool = new pg.Pool({ connectionString, max: 20 });
const listener = new pg.Client({ connectionString });
const streams = new Map<string, OpenStream>();
let waiting = new Set<string>();
let isReading = false;

const app = express();
app.disable('x-powered-by');
app.get('/healthz', (_request, response) => {
  response.json({ status: 'ok' });
});
app.get('/organizations/:organization/turns/:id/events', (request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('retry: 2000\n\n: open\n\n');
  const { organization: organizationId, id } = request.params;
  streams.set(id, { response, organizationId, position: 0 });
  response.once('close', () => streams.delete(id));
  wake(id);
});

function wake(turnId: string): void {
  if (!streams.has(turnId)) return;
  waiting.add(turnId);
  if (!isReading) void readWaiting();
}

async function readWaiting(): Promise<void> {
  isReading = true;
  while (waiting.size > 0) {
    const turnIds = [...waiting];
    waiting = new Set();
    const open = turnIds.flatMap((id) => {
      const stream = streams.get(id);
      return stream === undefined ? [] : [{ id, ...stream }];
    });
    const { rows } = await pool.query<EventRow>({
      name: 'events',
      text: `select e.turn_id, e.sequence, e.type, e.data
        from unnest($1::uuid[], $2::uuid[], $3::integer[]) as s (organization_id, turn_id, position)
        join ai_turn_events e on e.organization_id = s.organization_id and e.turn_id = s.turn_id
          and e.sequence > s.position
        order by e.turn_id, e.sequence`,
      values: [
        open.map(({ organizationId }) => organizationId),
        open.map(({ id }) => id),
        open.map(({ position }) => position),
      ],
    });
    for (const { turn_id: turnId, sequence, type, data } of rows) {
      const stream = streams.get(turnId);
      if (stream === undefined) continue;
      stream.position = sequence;
      stream.response.write(`id: ${turnId}:${sequence}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    }
  }
  isReading = false;
}

await listener.connect();
listener.on('notification', ({ payload }) => wake(payload ?? ''));
await listener.query('listen assistant_turn_events');
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => {
    void Promise.all([pool.end(), listener.end()]).then(() => process.exit(0));
  });
});
