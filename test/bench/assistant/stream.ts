import pg from 'pg';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { openEventStream } from '../../support/assistant/event-stream.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { startApiProcess, startMeasuredProcess, startWorkerProcess } from '../scan/processes.ts';
import { signUp } from '../support/sign-up.ts';
import type { BenchUser } from '../support/sign-up.ts';
import { benchConnections, loadStreams, openStreams } from './stream-load.ts';
import type { StreamedTurn, StreamLoad } from './stream-load.ts';

const organizations = 10;
const turnsOfOrganization = 50;
const streams = organizations * turnsOfOrganization;
/** An event per stream and period: 250 per second. */
const periodMs = 2000;
const seconds = 20;
const questions = 60;
const poolSize = 20;
const limits = { latencyMs: 500, memoryMb: 400, firstEventMs: 300 } as const;

/**
 * Measures open streams of one API process, with a baseline in the same run, and the first event of questions to the embedded
 * model while the streams are open.
 */
export const stream: Bench = {
  name: 'stream',
  summary: `${streams} open streams of one API process compared with Express, pg and LISTEN alone; the first event of a turn`,
  async run(context) {
    const environment = {
      ...context.environment,
      NODE_ENV: 'development',
      DATABASE_POOL_SIZE: String(poolSize),
    };
    const { say } = context;
    say('starting the API, and the baseline');
    const api = await startApiProcess(environment);
    const bare = await startMeasuredProcess(
      'test/bench/assistant/bare-stream.ts',
      environment,
      'PORT',
      '/healthz',
    );
    const owner = new pg.Client({
      connectionString: context.databaseUrl,
      application_name: benchConnections,
    });
    await owner.connect();
    try {
      const users: BenchUser[] = [];
      for (let index = 0; index < organizations; index += 1) users.push(await signUp(api.url));
      const turns = await insertTurns(owner, users);
      const bareTurns = (await insertTurns(owner, users)).map((turn) => ({
        ...turn,
        path: `/organizations/${turn.organizationId}/turns/${turn.turnId}/events`,
      }));
      const load = (url: string, of: readonly StreamedTurn[]) =>
        loadStreams({ url, databaseUrl: context.databaseUrl }, of, { periodMs, seconds });
      say(`${streams} streams of the baseline, ${(streams * 1000) / periodMs} events per second`);
      const baseline = await load(bare.url, bareTurns);
      const bareMemory = bare.peakMemory();
      await bare.stop();
      say(`${streams} streams of the API`);
      const { result: product, connections } = await withConnections(owner, () => load(api.url, turns));
      say(`${questions} questions while the streams are open`);
      const open = await openStreams(api.url, turns, () => undefined);
      const firstEvents = await measureFirstEvents(environment, api.url);
      open.close();
      const memory = { value: api.peakMemory(), baseline: bareMemory };
      return figuresOf({ baseline, product, connections, memory, firstEvents });
    } finally {
      await owner.end();
      await api.stop();
      await bare.stop();
    }
  },
};

/** Inserts running turns, whose events the load writes in place of a worker. */
async function insertTurns(owner: pg.Client, users: readonly BenchUser[]): Promise<readonly StreamedTurn[]> {
  const turns: StreamedTurn[] = [];
  for (const { organizationId, token } of users) {
    const { rows } = await owner.query<{ id: string; conversation_id: string }>(
      `with member as (select id as user_id from users where organization_id = $1),
        conversation as (
          insert into ai_conversations (organization_id, title, created_by)
          select $1, 'Stream', user_id from member, generate_series(1, $2) returning id, created_by)
      insert into ai_turns (organization_id, conversation_id, asked_by, session_id, request_id, provider, model, data_mode,
        question, lease_expires_at)
      select $1, id, created_by, gen_random_uuid(), 'bench', 'embedded', 'embedded-1', 'full', 'Stream',
        now() + interval '1 hour' from conversation
      returning id, conversation_id`,
      [organizationId, turnsOfOrganization],
    );
    for (const { id: turnId, conversation_id: conversation } of rows)
      turns.push({
        organizationId,
        turnId,
        path: `/api/v1/ai/conversations/${conversation}/turns/${turnId}/events`,
        headers: { authorization: `Bearer ${token}` },
      });
  }
  return turns;
}

/** Runs work, and returns the largest number of connections to the database, without those of the bench. */
async function withConnections<T>(
  owner: pg.Client,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly connections: number }> {
  let connections = 0;
  const timer = setInterval(() => {
    void owner
      .query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and application_name <> $1 and backend_type = 'client backend'`,
        [benchConnections],
      )
      .then(({ rows }) => {
        connections = Math.max(connections, rows[0]?.open ?? 0);
      });
  }, 500);
  try {
    const result = await work();
    return { result, connections };
  } finally {
    clearInterval(timer);
  }
}

/** Asks questions one after the other. Returns the milliseconds from a request to its first event, sorted. */
async function measureFirstEvents(
  environment: BenchContext['environment'],
  url: string,
): Promise<readonly number[]> {
  const worker = await startWorkerProcess(environment);
  try {
    const { client, token } = await signUp(url);
    const times: number[] = [];
    for (let index = 0; index < questions; index += 1) {
      const { id } = await dataOf(client.POST('/api/v1/ai/conversations', { body: {} }));
      const started = performance.now();
      const asked = await openEventStream(url, `/ai/conversations/${id}/ask`, token, {
        question: 'How many resources are there?',
      });
      await asked.until('turn.started');
      times.push(performance.now() - started);
      await asked.until('turn.completed');
    }
    return times.toSorted((a, b) => a - b);
  } finally {
    await worker.stop();
  }
}

interface Measured {
  readonly baseline: StreamLoad;
  readonly product: StreamLoad;
  readonly connections: number;
  readonly memory: { readonly value: number; readonly baseline: number };
  readonly firstEvents: readonly number[];
}

function figuresOf(measured: Measured): Readonly<Record<string, Figure>> {
  const { baseline, product, connections, memory, firstEvents } = measured;
  const lag = (share: number) => ({
    value: quantile(product.latencies, share),
    baseline: quantile(baseline.latencies, share),
    unit: 'ms',
  });
  const p95 = lag(0.95);
  const first = quantile(firstEvents, 0.95);
  const lost = product.written - product.received;
  return {
    streams: { value: streams, unit: 'streams', ok: true },
    events: {
      value: product.written / seconds,
      baseline: baseline.written / seconds,
      unit: 'events/s',
      ok: true,
    },
    lost_events: {
      value: lost,
      baseline: baseline.written - baseline.received,
      unit: 'events',
      target: '0',
      ok: lost === 0,
    },
    event_p50: { ...lag(0.5), ok: true },
    event_p95: { ...p95, target: `<= ${limits.latencyMs}`, ok: p95.value <= limits.latencyMs },
    event_p99: { ...lag(0.99), ok: true },
    memory: { ...memory, unit: 'MB', target: `<= ${limits.memoryMb}`, ok: memory.value <= limits.memoryMb },
    connections: {
      value: connections,
      unit: 'connections',
      target: `<= ${poolSize + 1}`,
      ok: connections > 0 && connections <= poolSize + 1,
    },
    first_event_p50: { value: quantile(firstEvents, 0.5), unit: 'ms', ok: true },
    first_event_p95: {
      value: first,
      unit: 'ms',
      target: `<= ${limits.firstEventMs}`,
      ok: first <= limits.firstEventMs,
    },
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
