import { Connection, Client } from '@temporalio/client';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { atLeast, atMost, figure } from '../support/limits.ts';
import { timed } from '../support/timed.ts';
import { eventually } from '../../support/eventually.ts';
import { clearCalls, measureCalls } from './calls-per-service.ts';
import { measureEmptyTasks } from './empty-tasks.ts';
import {
  createAccount,
  estateMix,
  estateRegions,
  estateTags,
  fillEstate,
  fillPlain,
  plainTypes,
} from './estate.ts';
import { runPlainProgram } from './plain-program.ts';
import { measureComparison } from './measure-comparison.ts';
import { measureEdges } from './measure-edges.ts';
import { startApiProcess, startWorkerProcess } from './processes.ts';
import { openProduct } from './product.ts';
import type { Product } from './product.ts';
import { measureUpserts } from './upsert-rate.ts';
import { measureWebAcls } from './web-acls.ts';

type Figures = Record<string, Figure>;

const types = Object.keys(estateMix);
const warmMix = Object.fromEntries(types.map((type) => [type, Math.ceil((estateMix[type] ?? 0) / 4)]));
/** Measurements to run. Default: all. */
const only = (process.env['BENCH_ONLY'] ?? 'estate,edges,webacls,memory,empty,upsert').split(',');

/**
 * Measures scans: duration compared with a plain program, API calls, memory and writes, and the relationships that extraction
 * finds in the scanned resources.
 */
export const scan: Bench = {
  name: 'scan',
  summary: 'scans compared with a plain SDK program; calls, memory, WAL, tasks, upserts',
  async run(context) {
    const environment = { ...context.environment, NODE_ENV: 'development' };
    context.say('starting the API');
    const api = await startApiProcess(environment);
    const product = await openProduct(api.url, context.databaseUrl);
    const figures: Figures = { api_ready: atMost(api.readyMs / 1000, 's', 2) };
    try {
      if (only.includes('estate')) Object.assign(figures, await measureEstate(context, environment, product));
      if (only.includes('edges')) Object.assign(figures, await measureEdges(context, environment, product));
      if (only.includes('webacls'))
        Object.assign(figures, await measureWebAcls(context, environment, product));
      if (only.includes('memory')) Object.assign(figures, await measureMemory(context, environment, product));
      if (only.includes('empty')) {
        const worker = await startWorkerProcess(environment);
        Object.assign(figures, await measureEmptyTasks(context, product, worker));
        await worker.stop();
      }
      figures['longest_history'] = atMost(await longestHistory(context), 'events', 4096);
      if (only.includes('upsert')) Object.assign(figures, await measureUpserts(context, product));
      return figures;
    } finally {
      await product.close();
      await api.stop();
    }
  },
};

async function measureEstate(
  context: BenchContext,
  environment: Readonly<Record<string, string>>,
  product: Product,
): Promise<Figures> {
  const { awsEndpointUrl: endpoint, say } = context;
  say('making an estate in two accounts and two regions');
  const started = performance.now();
  const accounts = [await createAccount(endpoint), await createAccount(endpoint)];
  const made = (await Promise.all(accounts.map((account) => fillEstate(endpoint, account)))).reduce(
    (a, b) => a + b,
  );
  say(`${made} resources of ${types.length} types, made in ${seconds(started).toFixed(0)} s`);
  const worker = await startWorkerProcess(environment);
  try {
    // Warms up with a small account of the same types, so that neither side includes loading and compiling its code. The
    // plain program runs twice, so that its second run is warm in any case.
    const warm = await createAccount(endpoint);
    await fillEstate(endpoint, warm, { mix: warmMix });
    const warmId = await product.connect(warm, estateRegions);
    await product.scan({ aws_account_id: warmId, resource_types: [...types] });
    await runPlainProgram(endpoint, [warm]);
    await product.owner.query('update aws_accounts set included = false where id = $1', [warmId]);
    for (const account of accounts) await product.connect(account, estateRegions);

    say('plain program, scan, second scan, plain program');
    const plainBefore = await timed(() => runPlainProgram(endpoint, accounts));
    await clearCalls(endpoint);
    const wal = await walPosition(product);
    const cpuBefore = worker.cpuSeconds();
    const first = await product.scan({ resource_types: [...types] });
    const workerCpu = worker.cpuSeconds() - cpuBefore;
    const calls = await measureCalls(endpoint, accounts, product, say);
    const walFirst = (await quietWalPosition(product)) - wal;
    await untilFeedsArePolled(product, accounts.length * estateRegions.length);
    await product.owner.query('vacuum (analyze)');
    const rows = await rowVersions(product);
    const walBetween = await quietWalPosition(product);
    const second = await product.scan({ resource_types: [...types] });
    const walSecond = (await quietWalPosition(product)) - walBetween;
    const written = differences(rows, await rowVersions(product));
    const plainAfter = await timed(() => runPlainProgram(endpoint, accounts));
    const plain = Math.min(plainBefore.seconds, plainAfter.seconds);
    const peak = worker.peakMemory();
    say(
      `seen ${first.counts.seen} (plain ${plainBefore.result}), scans ${first.seconds.toFixed(1)} and ` +
        `${second.seconds.toFixed(1)} s, plain ${plainBefore.seconds.toFixed(1)} and ${plainAfter.seconds.toFixed(1)} s`,
    );
    const untagged = await untaggedTypes(product);
    if (untagged.length > 0) say(`tags are missing: ${untagged.join(', ')}`);
    return {
      resources: atLeast(first.counts.seen, 'resources', 5000),
      plain_program: figure(plain, 's'),
      scan: figure(first.seconds, 's', plain),
      scan_ratio: atMost(first.seconds / plain, 'of the plain program', 1.3, 1),
      worker_cpu: figure(workerCpu, 's', Math.min(plainBefore.cpuSeconds, plainAfter.cpuSeconds)),
      second_scan: figure(second.seconds, 's', plain),
      ...calls,
      types_with_tags_missing: atMost(untagged.length, 'types', 0),
      // The scan uses one role per account, whose time of last use is a volatile value.
      second_scan_rows_written: atMost(written, 'rows', accounts.length),
      second_scan_wal: atMost(walSecond / walFirst, "of the first's", 0.05, walFirst),
      worker_peak_memory: figure(peak, 'MB'),
      ...(await measureComparison(context.databaseUrl, product, first.seconds)),
    };
  } finally {
    await worker.stop();
  }
}

async function measureMemory(
  { awsEndpointUrl: endpoint, say }: BenchContext,
  environment: Readonly<Record<string, string>>,
  product: Product,
): Promise<Figures> {
  const peaks: number[] = [];
  for (const size of [2_000, 20_000]) {
    const account = await createAccount(endpoint);
    const started = performance.now();
    await fillPlain(endpoint, account, size);
    say(`an account of ${size} resources, made in ${seconds(started).toFixed(0)} s`);
    const id = await product.connect(account, ['eu-west-1']);
    const worker = await startWorkerProcess(environment);
    const done = await product.scan({ aws_account_id: id, resource_types: [...plainTypes] });
    peaks.push(worker.peakMemory());
    say(`${done.counts.seen} resources in ${done.seconds.toFixed(1)} s, peak ${peaks.at(-1)?.toFixed(0)} MB`);
    await worker.stop();
    if (done.counts.seen < size) throw new Error(`Of ${size} resources ${done.counts.seen} were seen`);
  }
  const [small = 1, large = 0] = peaks;
  return {
    memory_at_20000: figure(large, 'MB', small),
    memory_growth: atMost(large / small, 'of that at 2,000', 1.2, 1),
  };
}

const seconds = (since: number): number => (performance.now() - since) / 1000;

async function walPosition({ owner }: Product): Promise<number> {
  const { rows } = await owner.query<{ at: string }>(
    "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at",
  );
  return Number(rows[0]?.at);
}

/** The WAL position after background work has ended. */
async function quietWalPosition(product: Product): Promise<number> {
  let position = await walPosition(product);
  let quietSeconds = 0;
  // The extraction of relationships starts some seconds after the scan has ended.
  for (let turn = 0; turn < 60 && quietSeconds < 5; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const next = await walPosition(product);
    quietSeconds = next - position < 10_000 ? quietSeconds + 1 : 0;
    position = next;
  }
  return position;
}

/** Waits for the first events of CloudTrail, which a schedule reads up to a minute later: they are no part of a scan. */
async function untilFeedsArePolled({ owner }: Product, feeds: number): Promise<void> {
  await eventually('the feeds of CloudTrail to be polled', async () => {
    const { rowCount } = await owner.query(
      `select from cloudtrail_feeds f
       join aws_accounts a on a.organization_id = f.organization_id and a.id = f.aws_account_id and a.included
       where f.last_polled_at is not null`,
    );
    return rowCount === feeds;
  });
}

/** All rows of the inventory with the id of the transaction that wrote them. */
async function rowVersions({ owner, organizationId }: Product): Promise<ReadonlyMap<string, string>> {
  const { rows } = await owner.query<{ key: string; version: string }>(
    ['resources', 'resource_documents', 'resource_revisions', 'changes', 'resource_search', 'resource_tags']
      .map(
        (table) => `select '${table} ' || t.ctid::text as key, t.xmin::text as version from ${table} t
                       where t.organization_id = '${organizationId}'`,
      )
      .join(' union all '),
  );
  return new Map(rows.map(({ key, version }) => [key, version]));
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  return [...after].filter(([key, version]) => before.get(key) !== version).length;
}

/** Types of the estate with resources whose tags are missing. */
async function untaggedTypes({ owner, organizationId }: Product): Promise<readonly string[]> {
  const { rows } = await owner.query<{ resource_type: string; tagged: string }>(
    `select r.resource_type, count(*) as tagged from resources r
     join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id and a.included
     join resource_documents d on d.organization_id = r.organization_id and d.resource_id = r.id
     where r.organization_id = $1 and d.tags @> $2::jsonb group by 1`,
    [organizationId, JSON.stringify(estateTags)],
  );
  const tagged = new Map(rows.map((row) => [row.resource_type, Number(row.tagged)]));
  const scopes = 2 * estateRegions.length;
  return Object.entries(estateMix).flatMap(([type, count]) =>
    tagged.get(type) === count * scopes ? [] : [`${type} ${tagged.get(type) ?? 0} of ${count * scopes}`],
  );
}

async function longestHistory({ temporalAddress }: BenchContext): Promise<number> {
  const connection = await Connection.connect({ address: temporalAddress });
  let longest = 0;
  for await (const { historyLength } of new Client({ connection }).workflow.list())
    longest = Math.max(longest, historyLength);
  await connection.close();
  return longest;
}
