import { once } from 'node:events';
import { get } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import pg from 'pg';

/** A turn whose events a client streams. */
export interface StreamedTurn {
  readonly organizationId: string;
  readonly turnId: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StreamLoad {
  /** Milliseconds from the begin of the statement that wrote an event until its client received it, sorted. */
  readonly latencies: readonly number[];
  readonly written: number;
  readonly received: number;
}

export const benchConnections = 'stream bench';

/** Opens a stream per turn, and calls `onTime` with the time of writing that an event contains. */
export async function openStreams(
  url: string,
  turns: readonly StreamedTurn[],
  onTime: (writtenAt: number) => void,
): Promise<{ close(): void }> {
  const requests: ClientRequest[] = [];
  for (const { path, headers } of turns) {
    const request = get(`${url}${path}`, { headers, agent: false });
    requests.push(request);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`GET ${path} returned ${response.statusCode}`);
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      const lines = `${rest}${part}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const time = /"text": ?"(\d+(?:\.\d+)?) /.exec(line)?.[1];
        if (time !== undefined) onTime(Number(time));
      }
    });
    response.on('error', () => undefined);
    request.on('error', () => undefined);
  }
  return {
    close() {
      for (const request of requests) request.destroy();
    },
  };
}

/** Writes one event per turn and period, evenly over the period, as a worker does, and collects when clients receive it. */
export async function loadStreams(
  { url, databaseUrl }: { readonly url: string; readonly databaseUrl: string },
  turns: readonly StreamedTurn[],
  { periodMs, seconds }: { readonly periodMs: number; readonly seconds: number },
): Promise<StreamLoad> {
  const latencies: number[] = [];
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8, application_name: benchConnections });
  const streams = await openStreams(url, turns, (writtenAt) => latencies.push(now() - writtenAt));
  const pending: Promise<unknown>[] = [];
  const started = performance.now();
  const gap = periodMs / turns.length;
  let written = 0;
  while (performance.now() - started < seconds * 1000) {
    const due = Math.floor((performance.now() - started) / gap);
    for (; written < due; written += 1) {
      const turn = turns[written % turns.length];
      if (turn !== undefined) pending.push(writeEvent(pool, turn));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(pending);
  const deadline = performance.now() + 10_000;
  while (latencies.length < written && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  streams.close();
  await pool.end();
  return { latencies: latencies.toSorted((a, b) => a - b), written, received: latencies.length };
}

/** The statement of `appendEvents` with its notification, in one round trip. */
async function writeEvent(pool: pg.Pool, { organizationId, turnId }: StreamedTurn): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query({
      name: 'append',
      text: `with turn as (
          update ai_turns set last_sequence = last_sequence + 1 where organization_id = $1 and id = $2
          returning last_sequence
        ), appended as (
          insert into ai_turn_events (organization_id, turn_id, sequence, type, data)
          select $1, $2, last_sequence, 'text.delta', $3::jsonb from turn
        ) select pg_notify('assistant_turn_events', $2::text) from turn`,
      values: [organizationId, turnId, JSON.stringify({ text: `${now()} ${'words '.repeat(20)}` })],
    });
  } finally {
    client.release();
  }
}

/** Milliseconds since the epoch, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
