import { randomBytes } from 'node:crypto';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { createAccount, inLanes } from '../scan/estate.ts';
import { startApiProcess, startWorkerProcess } from '../scan/processes.ts';
import { openConnections } from './connections.ts';
import type { Connections } from './connections.ts';
import { makeOrganization } from './organization.ts';
import { walkPlainly } from './plain-walk.ts';

type Figures = Readonly<Record<string, Figure>>;

/** Number of accounts; smaller during development. */
const accounts = Number(process.env['BENCH_ACCOUNTS'] ?? 1000);
const units = Number(process.env['BENCH_UNITS'] ?? 50);
/** Measurements to run. Default: all. */
const only = (process.env['BENCH_ONLY'] ?? 'sync,validation').split(',');
const validated = Math.min(100, accounts);
/** Number of syncs. A plain program runs before and after each. */
const rounds = 3;
/** As in workflows/connections/validate-accounts.ts. */
const validatedAtOnce = 10;
/** Makes the role invalid, so that no scan starts. */
const denied = ['sqs:ListQueues'];

/** Measures syncing and validating the accounts of an AWS organization. */
export const onboarding: Bench = {
  name: 'onboarding',
  summary: `${accounts} accounts in ${units} OUs: calls and time of a sync compared with a plain SDK program; 100 validations`,
  async run(context) {
    const environment = { ...context.environment, NODE_ENV: 'development' };
    const api = await startApiProcess(environment);
    const worker = await startWorkerProcess(environment);
    const connections = await openConnections(api.url, context.databaseUrl);
    try {
      return {
        ...(only.includes('sync') ? await measureSync(context, connections) : {}),
        ...(only.includes('validation') ? await measureValidation(context, connections) : {}),
      };
    } finally {
      await connections.close();
      await worker.stop();
      await api.stop();
    }
  },
};

async function measureSync(context: BenchContext, connections: Connections): Promise<Figures> {
  const { awsEndpointUrl: endpoint, say } = context;
  const { awsAccountNumber: management, role } = await createAccount(endpoint);
  const small = await createAccount(endpoint);
  say(`making ${accounts} accounts in ${units} OUs`);
  await makeOrganization(endpoint, small.awsAccountNumber, { units: 1, accounts: 1 });
  await makeOrganization(endpoint, management, { units, accounts });

  // Warms up, so that neither side includes loading its libraries.
  await walkPlainly(endpoint, small.role);
  const warm = { name: 'warm', management: small.awsAccountNumber, externalId: small.role.externalId };
  await sync(connections, await connections.add(warm));

  const id = await connections.add({ name: 'organization', management, externalId: role.externalId });
  const walks = [await walkPlainly(endpoint, role)];
  const syncs: number[] = [];
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    await fetch(`${endpoint}/_proxy/calls?account=${management}`, { method: 'DELETE' });
    syncs.push(await sync(connections, id));
    if (round === 0) calls = await organizationCalls(endpoint, management);
    walks.push(await walkPlainly(endpoint, role));
  }
  const [expected] = walks;
  const plain = median(walks.map(({ seconds }) => seconds));
  const { rows } = await connections.owner.query<{ found: number }>(
    'select count(*)::int as found from aws_accounts where connection_id = $1',
    [id],
  );
  const found = rows[0]?.found ?? 0;
  const shown = (seconds: readonly number[]) => seconds.map((value) => value.toFixed(2)).join(', ');
  say(`syncs ${shown(syncs)} s; plain walks ${shown(walks.map(({ seconds }) => seconds))} s`);
  const limit = (expected?.units ?? 0) * 2 + (expected?.pages ?? 0);
  const [first = Infinity] = syncs;
  const comparison = { unit: 's', baseline: plain, target: '<= 1.5 × plain' };
  return {
    accounts_found: {
      value: found,
      unit: 'accounts',
      target: `= ${expected?.accounts}`,
      ok: found === expected?.accounts,
    },
    calls: { value: calls, unit: 'calls', target: `<= ${limit} (2 × OUs + pages)`, ok: calls <= limit },
    first_sync: { value: first, unit: 's', baseline: plain, ok: true },
    sync: { ...comparison, value: median(syncs), ok: median(syncs) <= plain * 1.5 },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;
}

/** Seconds from the request until the accounts are stored, without the work that follows. */
async function sync(connections: Connections, id: string): Promise<number> {
  const { owner } = connections;
  const { rows } = await owner.query<{ last: string | null }>(
    'select last_synced_at::text as last from aws_connections where id = $1',
    [id],
  );
  const started = performance.now();
  await dataOf(
    connections.client.POST('/api/v1/aws/connections/{id}/sync-accounts', { params: { path: { id } } }),
  );
  const stored = 'select last_synced_at::text is distinct from $2 from aws_connections where id = $1';
  await connections.until(stored, [id, rows[0]?.last ?? null]);
  const seconds = (performance.now() - started) / 1000;
  await owner.query('update aws_accounts set included = false where connection_id = $1', [id]);
  await quiet(connections, id);
  return seconds;
}

/** Waits until a connection has no active run. */
async function quiet(connections: Connections, id: string): Promise<void> {
  await connections.until(
    `select not exists (select from runs where subject_id = $1 and status in ('queued', 'running'))`,
    [id],
  );
}

async function organizationCalls(endpoint: string, account: string): Promise<number> {
  const response = await fetch(`${endpoint}/_proxy/calls?account=${account}`);
  const { calls } = (await response.json()) as { calls: readonly { service: string; calls: number }[] };
  return calls
    .filter(({ service }) => service === 'organizations')
    .reduce((sum, { calls: count }) => sum + count, 0);
}

async function measureValidation(context: BenchContext, connections: Connections): Promise<Figures> {
  const { awsEndpointUrl: endpoint, say } = context;
  say(`making ${validated + 1} roles`);
  const externalId = `bench-${randomBytes(12).toString('hex')}`;
  const numbers: string[] = [];
  const makeOne = async () => {
    const { awsAccountNumber } = await createAccount(endpoint, { externalId, denied });
    numbers.push(awsAccountNumber);
  };
  await inLanes(
    Array.from({ length: validated + 1 }, () => makeOne),
    validatedAtOnce,
  );
  const [alone = '', ...others] = numbers;

  const single = await connections.add({ name: 'one account', externalId: `${externalId}-of-one` });
  const one = await createAccount(endpoint, { externalId: `${externalId}-of-one`, denied });
  await validate(connections, single, [one.awsAccountNumber]);
  await connections.owner.query('update aws_accounts set included = false where connection_id = $1', [
    single,
  ]);
  const id = await connections.add({ name: 'many accounts', externalId });
  const { seconds: oneTakes } = await validate(connections, id, [alone]);
  await connections.owner.query('update aws_accounts set included = false where connection_id = $1', [id]);
  const { seconds, inFlight } = await validate(connections, id, others);
  return {
    validation_of_one: { value: oneTakes, unit: 's', ok: true },
    [`validation_of_${others.length}`]: {
      value: seconds,
      unit: 's',
      baseline: oneTakes * others.length,
      target: '< one after another',
      ok: seconds < oneTakes * others.length,
    },
    validations_in_flight: {
      value: inFlight,
      unit: 'accounts',
      target: `2..${validatedAtOnce}`,
      ok: inFlight >= 2 && inFlight <= validatedAtOnce,
    },
  };
}

/** Inserts accounts, starts a validation, and waits until all are validated. */
async function validate(
  connections: Connections,
  id: string,
  numbers: readonly string[],
): Promise<{ readonly seconds: number; readonly inFlight: number }> {
  await connections.addAccounts(id, numbers);
  let inFlight = 0;
  const started = performance.now();
  await dataOf(
    connections.client.POST('/api/v1/aws/connections/{id}/validate', { params: { path: { id } } }),
  );
  const validatedAll = `select not exists (
    select from aws_accounts where connection_id = $1 and included and status in ('pending', 'validating'))`;
  await connections.until(validatedAll, [id], async () => {
    const { rows } = await connections.owner.query<{ now: number }>(
      `select count(*)::int as now from aws_accounts where connection_id = $1 and status = 'validating'`,
      [id],
    );
    inFlight = Math.max(inFlight, rows[0]?.now ?? 0);
  });
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await connections.owner.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from aws_accounts where connection_id = $1 and included group by 1',
    [id],
  );
  if (rows.length !== 1 || rows[0]?.status !== 'invalid' || rows[0].count !== numbers.length)
    throw new Error(`Validation found ${JSON.stringify(rows)}`);
  await quiet(connections, id);
  return { seconds, inFlight };
}
