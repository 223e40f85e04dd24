import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { claimDueFeeds } from '../../../db/changes/feed-store.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { maintenanceScheduleId } from '../../../domain/runs/maintenance-schedules.ts';
import { connectTemporal } from '../../../runtime/temporal.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { startWorkerProcess } from '../scan/processes.ts';
import { startCloudTrailServer } from './cloudtrail-server.ts';

const feedsPerHour = 170_000;
/** Number of accounts and seconds to measure; smaller during development. */
const accounts = Number(process.env['BENCH_FEED_ACCOUNTS'] ?? 10_000);
const seconds = Number(process.env['BENCH_FEED_SECONDS'] ?? 60);
const workers = Number(process.env['BENCH_FEED_WORKERS'] ?? 2);
const organizations = 50;
const regions = 17;
/** Time of one call of AWS, stated and not measured. */
const latencyMs = 250;
const claims = 50;
/** As in activities/changes/change-activities.ts. */
const feedsPerClaim = 10;

/**
 * Measures polls of quiet feeds by real workers, through Temporal and Postgres, against a server that has the latency of
 * AWS. All feeds are due, so the measured rate is the rate of the whole hour. Claims run one after the other in the whole
 * installation, so their time bounds the number of workers that help.
 */
export const feeds: Bench = {
  name: 'feeds',
  summary: `polls of ${accounts * regions} CloudTrail feeds, all due: feeds an hour of ${workers} worker(s)`,
  async run(context) {
    const owner = new pg.Client({ connectionString: context.databaseUrl });
    await owner.connect();
    const aws = await startCloudTrailServer(latencyMs);
    try {
      context.say(`inserting ${accounts * regions} feeds of ${organizations} organizations`);
      await insertFeeds(owner);
      const claim = await measureClaims(context);
      return { ...claim, ...(await measurePolls(context, owner, aws.url)) };
    } finally {
      await aws.close();
      await owner.end();
    }
  },
};

/** The workers insert the feeds at the start of the first poll; here they exist and are due since an hour. */
async function insertFeeds(owner: pg.Client): Promise<void> {
  await owner.query(
    "insert into organizations (name, slug) select 'o' || n, 'o' || n from generate_series(1, $1::int) n",
    [organizations],
  );
  await owner.query(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name, status)
       select id, 'Main', 'standalone', 'external-id-' || id, 'inventory', 'active' from organizations
       returning organization_id, id)
     insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status, effective_regions)
     select c.organization_id, c.id, lpad(n::text, 12, '0'),
       'arn:aws:iam::' || lpad(n::text, 12, '0') || ':role/inventory', 'connected',
       array(select 'region-' || r from generate_series(1, $2::int - 1) r) || array['us-east-1']
     from connection c, generate_series(1, $1::int) n`,
    [Math.ceil(accounts / organizations), regions],
  );
  await owner.query(
    `insert into cloudtrail_feeds (organization_id, aws_account_id, region, watermark, next_poll_at)
     select organization_id, id, region, now() - interval '1 hour', now() - interval '1 hour'
     from aws_accounts, unnest(effective_regions) region`,
  );
  // A validation checks every role once a day.
  await owner.query(
    `insert into role_checks (organization_id, connection_id, role_arn, external_id, outcome)
     select a.organization_id, a.connection_id, a.role_arn, c.external_id, 'connected'
     from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id`,
  );
  await owner.query('analyze');
}

async function measureClaims({ databaseUrl: url, say }: BenchContext): Promise<Record<string, Figure>> {
  const database = openDatabase({ url, poolSize: 1 });
  try {
    await claimDueFeeds(database, feedsPerClaim, []);
    const started = performance.now();
    let claimed = 0;
    for (let count = 0; count < claims; count += 1)
      claimed += (await claimDueFeeds(database, feedsPerClaim, [])).length;
    const claimMs = (performance.now() - started) / claims;
    const bound = (claimed / claims) * (3_600_000 / claimMs);
    say(`${claimMs.toFixed(1)} ms for each claim of ${claimed / claims} feeds`);
    return {
      claim: { value: claimMs, unit: 'ms', ok: true },
      feeds_per_hour_claimed: {
        value: bound,
        unit: 'feeds/h',
        target: `>= ${feedsPerHour}`,
        ok: bound >= feedsPerHour,
      },
    };
  } finally {
    await database.close();
  }
}

async function measurePolls(
  { environment, temporalAddress: address, say }: BenchContext,
  owner: pg.Client,
  awsEndpointUrl: string,
): Promise<Record<string, Figure>> {
  const prefix = `feeds-${Date.now()}-`;
  const workerEnvironment = {
    ...environment,
    NODE_ENV: 'development',
    TASK_QUEUE_PREFIX: prefix,
    AWS_ENDPOINT_URL: awsEndpointUrl,
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  };
  const processes = await Promise.all(
    Array.from({ length: workers }, () => startWorkerProcess(workerEnvironment)),
  );
  const temporal = connectTemporal({
    connection: { address },
    namespace: 'default',
    taskQueuePrefix: prefix,
    traced: false,
  });
  const schedule = temporal.client.schedule.getHandle(maintenanceScheduleId(prefix, 'poll-changes'));
  try {
    say(`starting the poll with ${workers} worker(s)`);
    await waitFor(() => schedule.trigger().then(() => true));
    const polled = async () => {
      const { rows } = await owner.query<{ count: string }>(
        "select count(*) from cloudtrail_feeds where status <> 'never'",
      );
      return Number(rows[0]?.count);
    };
    const warm = 200;
    await waitFor(async () => (await polled()) >= warm);
    const cpu = () => processes.reduce((sum, process) => sum + process.cpuSeconds(), 0);
    const [before, cpuBefore, started] = [await polled(), cpu(), performance.now()];
    await pause(seconds * 1000);
    const [count, cpuSeconds] = [(await polled()) - before, cpu() - cpuBefore];
    const perHour = (count / (performance.now() - started)) * 3_600_000;
    // On a machine with other load the rate is lower than the processor time allows.
    const perCoreHour = (count / cpuSeconds) * 3600;
    const { rows } = await owner.query<{ status: string; count: string }>(
      "select status, count(*) from cloudtrail_feeds where status <> 'never' group by status",
    );
    say(rows.map(({ status, count }) => `${count} ${status}`).join(', '));
    return {
      workers: { value: workers, unit: 'processes', ok: true },
      feeds_per_hour: {
        value: perHour,
        unit: 'feeds/h',
        target: `>= ${feedsPerHour}`,
        ok: perHour >= feedsPerHour,
      },
      cpu_per_feed: { value: (cpuSeconds / count) * 1000, unit: 'ms', ok: true },
      feeds_per_hour_of_a_core: { value: perCoreHour, unit: 'feeds/h', ok: true },
      workers_needed: { value: Math.ceil((feedsPerHour / perHour) * workers), unit: 'processes', ok: true },
      failed_polls: {
        value: rows.reduce((sum, { status, count: polls }) => sum + (status === 'ok' ? 0 : Number(polls)), 0),
        unit: 'polls',
        target: '0',
        ok: rows.every(({ status }) => status === 'ok'),
      },
    };
  } finally {
    await schedule.delete().catch(() => undefined);
    await temporal.close();
    await Promise.all(processes.map((process) => process.stop()));
  }
}

async function waitFor(check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await check().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('the poll did not start');
    await pause(500);
  }
}
