import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../dev/stack/ports.ts';
import { signUp } from '../../bench/support/sign-up.ts';
import { clearFaults, injectFault } from '../../support/aws-emulator-proxy.ts';
import { connectAccount } from '../../support/discovery/scan-fixture.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import type { Owner } from '../../support/discovery/owner.ts';
import { eventually } from '../../support/eventually.ts';
import { startSilentProxy } from '../../support/silent-proxy.ts';
import type { SilentProxy } from '../../support/silent-proxy.ts';
import { estateRegions, makeEstate } from '../support/estate.ts';
import { startHostileGitlab } from './hostile-gitlab.ts';
import { findViolations } from './invariants.ts';
import { includeAccounts, loadTenant } from './load.ts';
import type { ChaosTenant, LoadCounts } from './load.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';
import { restartableProcess } from './restartable-process.ts';
import type { RestartableProcess } from './restartable-process.ts';

export interface ChaosOptions {
  /** A migrated database without organizations. */
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** Environment variables of the processes. */
  readonly environment: NodeJS.ProcessEnv;
  readonly seconds: number;
  /** Determines the actions and kills. Their interleaving with the processes still differs between runs. */
  readonly seed: number;
  /** Whether each organization has a GitLab with hostile answers, too, see `hostile-gitlab.ts`. Default: no. */
  readonly hasHostileProvider?: boolean;
  /** Whether the connections of all processes to Postgres die silently every half a minute, too. Default: no. */
  readonly losesConnections?: boolean;
  readonly say: (line: string) => void;
}

export interface ChaosReport extends LoadCounts {
  readonly kills: number;
  /** How often all connections to Postgres died silently. */
  readonly losses: number;
  /** Requests that the hostile provider answered. */
  readonly hostileAnswers: number;
  /** Exits of a process without a kill. */
  readonly crashes: number;
  readonly scans: number;
  readonly violations: readonly string[];
}

const tenantCount = 2;
const accountsPerTenant = 2;

/**
 * Puts two organizations under load with two APIs and two workers, and kills and restarts a random process every few
 * seconds. Then checks every invariant of `invariants.ts`.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = seededRandom(options.seed);
  const ports = [await freePort(), await freePort()] as const;
  const [first, second] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
  const proxy = await startSilentProxy(options.databaseUrl);
  const hostile = options.hasHostileProvider === true ? await startHostileGitlab() : undefined;
  const environment = { ...options.environment, ...hostile?.environment };
  const processes = createProcesses({ ...options, environment, databaseUrl: proxy.url }, ports);
  const owner = connectOwner(options.databaseUrl);
  const counts: LoadCounts = { requests: 0, unreachable: 0, failed: [] };
  const stopping = new AbortController();
  try {
    for (const part of processes) part.start();
    for (const url of [first, second]) await ready(url);
    const tenants: ChaosTenant[] = [];
    while (tenants.length < tenantCount) tenants.push(await createTenant(first, owner));
    for (const { token } of tenants) await hostile?.connect(first, token);
    options.say(`load and kills for ${options.seconds} s with seed ${options.seed}`);
    const load = tenants.map((tenant) =>
      loadTenant(tenant, [first, second], {
        random: random.fork(),
        signal: stopping.signal,
        counts,
        syncsProvider: hostile !== undefined,
      }),
    );
    const losing = options.losesConnections === true ? loseConnections(proxy, options) : Promise.resolve(0);
    const kills = await killAtRandom(processes, random.fork(), options);
    const losses = await losing;
    stopping.abort();
    await Promise.all(load);
    for (const part of processes) part.start();
    for (const url of [first, second]) await ready(url);
    for (const tenant of tenants) await includeAccounts(tenant, second);
    for (const { accounts } of tenants)
      for (const { awsAccountNumber } of accounts) await clearFaults(awsAccountNumber);
    const violations = await findViolations(owner, options.temporalAddress, tenants);
    const [row] = await owner.query<{ scans: number }>('select count(*)::int as scans from scans');
    return {
      ...counts,
      kills,
      losses,
      hostileAnswers: hostile?.answers() ?? 0,
      crashes: processes.reduce((sum, { crashes }) => sum + crashes(), 0),
      scans: row?.scans ?? 0,
      violations,
    };
  } finally {
    stopping.abort();
    await Promise.all(processes.map((part) => part.kill()));
    await owner.close();
    await proxy.close();
    await hostile?.close();
  }
}

type Processes = readonly [RestartableProcess, ...RestartableProcess[]];

function createProcesses(
  { environment, databaseUrl, temporalAddress }: ChaosOptions,
  ports: readonly number[],
): Processes {
  const common = {
    ...process.env,
    ...environment,
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '10',
    TEMPORAL_ADDRESS: temporalAddress,
    TASK_QUEUE_PREFIX: `chaos-${randomBytes(6).toString('hex')}-`,
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: '0',
    TEMPORAL_METRICS_PORT: '0',
    RATE_LIMIT_SIGNUP: '100000',
  };
  const worker = (number: number) => restartableProcess(`worker ${number}`, 'worker/main.ts', common);
  const apis = ports.map((port, index) =>
    restartableProcess(`API ${index + 1}`, 'api/main.ts', { ...common, PORT: String(port) }),
  );
  return [worker(1), worker(2), ...apis];
}

async function ready(url: string): Promise<void> {
  await eventually(`${url} to be ready`, async () => (await fetch(`${url}/api/v1/readyz`)).ok, 90);
}

async function createTenant(url: string, owner: Owner): Promise<ChaosTenant> {
  const { organizationId, token } = await signUp(url);
  const connect = async () => {
    const account = await connectAccount(owner, organizationId, estateRegions);
    await makeEstate(account);
    // Slow enough that kills hit scans in progress.
    await injectFault({
      id: `slow-${account.awsAccountNumber}`,
      account: account.awsAccountNumber,
      kind: 'delay',
      milliseconds: 150,
    });
    return account;
  };
  const accounts: Awaited<ReturnType<typeof connect>>[] = [];
  while (accounts.length < accountsPerTenant) accounts.push(await connect());
  const [account, ...others] = accounts;
  if (account === undefined) throw new Error('no account');
  return { organizationId, token, accounts: [account, ...others] };
}

const lossMilliseconds = 30_000;

/** Lets all connections to Postgres die silently every 30 s: they answer nothing, and are not closed. Returns how often. */
async function loseConnections(proxy: SilentProxy, { seconds, say }: ChaosOptions): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let losses = 0;
  while (performance.now() + lossMilliseconds < end) {
    await pause(lossMilliseconds);
    say(`${proxy.connections()} connections to Postgres died silently`);
    proxy.silence();
    losses += 1;
  }
  return losses;
}

/** Kills a random process every 1 to 6 s, and starts it again after up to 3 s. Returns the number of kills. */
async function killAtRandom(
  processes: Processes,
  random: Random,
  { seconds, say }: ChaosOptions,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let kills = 0;
  while (performance.now() < end) {
    await pause(1000 + random.next() * 5000);
    const victim = random.pick(processes);
    await victim.kill();
    kills += 1;
    say(`killed ${victim.name}`);
    await pause(random.next() * 3000);
    for (const part of processes) part.start();
  }
  return kills;
}
