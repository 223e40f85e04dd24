import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { indexDocuments } from '../../../db/inventory/search/index-search.ts';
import { numberEvents } from '../../../db/events/number-events.ts';
import { recordEvents } from '../../../db/events/record-events.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database } from '../../../db/tenant.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { EventBody } from '../../../domain/events/event.ts';
import type { BenchContext, Figure } from '../bench.ts';
import { startApiProcess, startWorkerProcess } from '../scan/processes.ts';
import { httpLoad } from '../support/http-load.ts';
import { signUp } from '../support/sign-up.ts';
import { addAccounts, medianOf, openStoring, storedPageSize } from './stored-pages.ts';

/** Of an organization, the maximum. */
const subscriptions = 50;
const deliveredPerSecond = 200;
const deliverySeconds = Number(process.env['BENCH_DELIVERY_SECONDS'] ?? 40);
const writtenPerSecond = 2000;
const writingSeconds = 10;
/** Changes of the scan that is compared with one that tells nothing. */
const changes = Number(process.env['BENCH_CHANGES'] ?? 100_000);
const pagesPerRound = 4;
const limits = { lagSeconds: 10, slower: 1.05, token: 1.1 } as const;

/** Writing events beside a scan, what they cost a scan, their delivery by one worker, and the credential of programs. */
export async function measureEvents(context: BenchContext): Promise<Readonly<Record<string, Figure>>> {
  const owner = new pg.Client({ connectionString: context.databaseUrl });
  await owner.connect();
  const database = openDatabase({ url: context.databaseUrl, poolSize: 6 });
  try {
    return {
      ...(await measureScan(owner, database, context.say)),
      ...(await measureWriting(owner, database, context.say)),
      ...(await measureProduct(context, database)),
    };
  } finally {
    await database.close();
    await owner.end();
  }
}

/** Stores pages of new resources with and without the trigger that writes their events, in turn. */
async function measureScan(
  owner: pg.Client,
  database: Database,
  say: BenchContext['say'],
): Promise<Readonly<Record<string, Figure>>> {
  const store = await openScan(owner, database);
  const took = { telling: [] as number[], silent: [] as number[] };
  const rounds = Math.max(2, Math.round(changes / (2 * pagesPerRound * storedPageSize)));
  say(`storing ${2 * rounds * pagesPerRound * storedPageSize} new resources, half of them without events`);
  const loops = setInterval(() => {
    void numberEvents(database, 5).catch(() => undefined);
    void indexDocuments(database).catch(() => undefined);
  }, 500);
  await store(2 * pagesPerRound);
  // As autovacuum does for tables that grow.
  await owner.query('analyze resources, resource_documents, changes, aws_accounts, events');
  const measure = async (kind: 'telling' | 'silent') => {
    await owner.query(
      `alter table changes ${kind === 'silent' ? 'disable' : 'enable'} trigger changes_events`,
    );
    took[kind].push(await store(pagesPerRound));
  };
  for (let round = 0; round < rounds; round += 1)
    // The second of two rounds is slower on average, because the tables grow.
    for (const kind of round % 2 === 0 ? (['telling', 'silent'] as const) : (['silent', 'telling'] as const))
      await measure(kind);
  clearInterval(loops);
  await owner.query('alter table changes enable trigger changes_events');
  const perSecond = (times: readonly number[]) => (pagesPerRound * storedPageSize * 1000) / medianOf(times);
  // Of neighbours, because the load of the machine changes meanwhile.
  const ratio = medianOf(took.telling.map((time, round) => time / (took.silent[round] ?? time)));
  say(
    `${perSecond(took.telling).toFixed(0)} changes/s with events, ${perSecond(took.silent).toFixed(0)} without`,
  );
  return {
    'storing that writes events': {
      value: ratio,
      unit: 'x',
      baseline: 1,
      target: `<= ${limits.slower}`,
      ok: ratio <= limits.slower,
    },
  };
}

/** Writes events of several organizations while a scan stores pages, and the loop gives them their positions. */
async function measureWriting(
  owner: pg.Client,
  database: Database,
  say: BenchContext['say'],
): Promise<Readonly<Record<string, Figure>>> {
  const store = await openScan(owner, database);
  const tenants = [randomUUID(), randomUUID()];
  for (const id of tenants) await addAccounts(owner, id, 1);
  const until = performance.now() + writingSeconds * 1000;
  const isOver = () => performance.now() >= until;
  let [written, scanned] = [0, 0];
  const write = async (organizationId: string) => {
    while (!isOver()) {
      await database.withTenant(organizationId, (tenant) =>
        recordEvents(
          tenant,
          Array.from({ length: 100 }, (_, index) => ({
            type: 'rule.suspended',
            data: { rule: { id: organizationId, name: `rule ${index}`, url: '/' } },
          })),
        ),
      );
      written += 100;
      // No faster than wanted, so that the scan has its share.
      const ahead = written / (writtenPerSecond * 1.25) - writingSeconds + (until - performance.now()) / 1000;
      if (ahead > 0) await pause(ahead * 1000);
    }
  };
  const scan = async () => {
    while (!isOver()) {
      await store(1);
      scanned += storedPageSize;
    }
  };
  const number = async () => {
    while (!isOver()) {
      await numberEvents(database, 5);
      await pause(500);
    }
  };
  await Promise.all([...tenants.map(write), scan(), number()]);
  const started = performance.now();
  await numberEvents(database, 5);
  const rest = (performance.now() - started) / 1000;
  say(
    `${written / writingSeconds} events/s beside ${scanned / writingSeconds} changes/s; the rest was numbered in ${rest.toFixed(2)} s`,
  );
  const perSecond = (written + scanned) / writingSeconds;
  return {
    'events written beside a scan': {
      value: perSecond,
      unit: 'events/s',
      target: `>= ${writtenPerSecond}`,
      ok: perSecond >= writtenPerSecond,
    },
    'positions after the last event': { value: rest, unit: 's', target: '<= 2', ok: rest <= 2 },
  };
}

/** Delivers events to 50 subscriptions of an organization, by one worker; and compares the two credentials. */
async function measureProduct(
  context: BenchContext,
  database: Database,
): Promise<Readonly<Record<string, Figure>>> {
  const environment = {
    ...context.environment,
    NODE_ENV: 'development',
    EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const receiver = await startReceiver();
  const api = await startApiProcess(environment);
  try {
    const user = await signUp(api.url);
    const credentials = await compareCredentials(api.url, user, context.say);
    const worker = await startWorkerProcess(environment);
    try {
      for (let index = 0; index < subscriptions; index += 1)
        await dataOf(
          user.client.POST('/api/v1/event-subscriptions', {
            body: {
              name: `receiver ${index}`,
              kind: 'webhook',
              url: `${receiver.url}/${index}`,
              events: ['audit.entry'],
              filter: { action: [actionOf(index)] },
            },
          }),
        );
      const write = (from: number, count: number) =>
        database.withTenant(user.organizationId, (tenant) =>
          recordEvents(
            tenant,
            Array.from({ length: count }, (_, index) => ({
              type: 'audit.entry',
              data: { action: actionOf((from + index) % subscriptions) },
            })),
          ),
        );
      // The workflows of the subscriptions run before the measurement.
      await write(0, subscriptions);
      while (receiver.lags.length < subscriptions) await pause(100);
      receiver.lags.length = 0;
      context.say(`delivering ${deliveredPerSecond} events/s to ${subscriptions} subscriptions`);
      const started = performance.now();
      let written = 0;
      while (written < deliveredPerSecond * deliverySeconds) {
        await write(written, deliveredPerSecond / 10);
        written += deliveredPerSecond / 10;
        const ahead = (written / deliveredPerSecond) * 1000 - (performance.now() - started);
        if (ahead > 0) await pause(ahead);
      }
      for (let waited = 0; receiver.lags.length < written && waited < 60; waited += 1) await pause(1000);
      const lags = receiver.lags.toSorted((a, b) => a - b);
      const p95 = lags[Math.floor(lags.length * 0.95)] ?? Number.POSITIVE_INFINITY;
      context.say(
        `${lags.length} of ${written} events were delivered; median ${medianOf(lags).toFixed(1)} s, p95 ${p95.toFixed(1)} s; the worker used ${worker.cpuSeconds().toFixed(0)} s of processor time`,
      );
      return {
        ...credentials,
        'delivery lag p95': {
          value: p95,
          unit: 's',
          target: `<= ${limits.lagSeconds}`,
          ok: lags.length === written && p95 <= limits.lagSeconds,
        },
      };
    } finally {
      await worker.stop();
    }
  } finally {
    await api.stop();
    await receiver.close();
  }
}

const actionOf = (index: number): string => `bench.subscription_${index}`;

const rounds = 5;
const connections = 16;

/** The requests of an API token, compared with those of a session, in alternation. */
async function compareCredentials(
  url: string,
  user: Awaited<ReturnType<typeof signUp>>,
  say: BenchContext['say'],
): Promise<Readonly<Record<string, Figure>>> {
  const took = { session: [] as number[], token: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    // Each token has 6,000 requests a minute.
    const created = await dataOf(
      user.client.POST('/api/v1/organization/api-tokens', {
        body: { name: `round ${round}`, permissions: ['organization:read'] },
      }),
    );
    for (const [kind, credential] of [
      ['session', user.token],
      ['token', created.token],
    ] as const) {
      const target = {
        port: Number(new URL(url).port),
        path: '/api/v1/organization',
        headers: { Authorization: `Bearer ${credential}` },
      };
      const { perSecond } = await httpLoad(target, { connections, seconds: 1.5 });
      // The first round warms up.
      if (round > 0) took[kind].push(1 / perSecond);
    }
  }
  const ratio = medianOf(took.token.map((seconds, round) => seconds / (took.session[round] ?? seconds)));
  say(
    `${(1 / medianOf(took.session)).toFixed(0)} requests/s with a session, ${(1 / medianOf(took.token)).toFixed(0)} with an API token`,
  );
  return {
    'request with an API token': {
      value: ratio,
      unit: 'x of a session',
      baseline: 1,
      target: `<= ${limits.token}`,
      ok: ratio <= limits.token,
    },
  };
}

/** A receiver that answers at once and notes the seconds from each event to its delivery. */
async function startReceiver() {
  const lags: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const now = Date.now();
      const { events } = JSON.parse(Buffer.concat(chunks).toString()) as { events: readonly EventBody[] };
      for (const { occurred_at: time } of events) lags.push((now - Date.parse(time)) / 1000);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    lags,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function openScan(owner: pg.Client, database: Database): Promise<(pages: number) => Promise<number>> {
  const organizationId = randomUUID();
  const [accountId = ''] = await addAccounts(owner, organizationId, 1);
  return openStoring(owner, database, { organizationId, accountId, from: 0 });
}
