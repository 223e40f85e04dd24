import { createAwsClients } from '../../../clients/aws/aws-clients.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import { first, select } from '../../../domain/json/path.ts';
import { regionalServices, serviceCollectors } from '../../../domain/discovery/declaration/resource-types.ts';
import { fillInput } from '../../../domain/discovery/declaration/text-expression.ts';
import type { BenchContext, Figure } from '../bench.ts';
import { atMost, figure } from '../support/limits.ts';
import { timed } from '../support/timed.ts';
import { createAccount, inLanes } from './estate.ts';
import type { EstateAccount } from './estate.ts';
import type { MeasuredProcess } from './processes.ts';
import type { Product } from './product.ts';

const accountCount = 5;
const serviceCount = 40;
const limitSeconds = 60;
const lanes = 32;
export const emptyTaskRegions = (
  'us-east-1 us-east-2 us-west-1 us-west-2 ca-central-1 sa-east-1 eu-west-1 eu-west-2 eu-west-3 eu-central-1 ' +
  'eu-north-1 ap-south-1 ap-southeast-1 ap-southeast-2 ap-northeast-1 ap-northeast-2 ap-northeast-3'
).split(' ');
const regions = emptyTaskRegions;

interface EmptyList {
  readonly type: string;
  readonly client: string;
  readonly operation: string;
  readonly input: object;
}

/**
 * Measures tasks without resources: 5 accounts × 17 regions × 40 services with one type each. The baseline is a program
 * that only makes the same calls.
 */
export async function measureEmptyTasks(
  { awsEndpointUrl: endpoint, say }: BenchContext,
  product: Product,
  worker: MeasuredProcess,
): Promise<Record<string, Figure>> {
  const accounts: EstateAccount[] = [];
  for (let count = 0; count < accountCount; count += 1) accounts.push(await createAccount(endpoint));
  const clients = createAwsClients({
    endpoint,
    credentials: { accessKeyId: 'emulated', secretAccessKey: 'emulated' },
  });
  const lists = await emptyLists(clients, accounts);
  await product.owner.query('update aws_accounts set included = false');
  for (const account of accounts) await product.connect(account, regions);
  // The first run makes the emulator create its state for every account and region; the second is the baseline.
  await callAll(clients, accounts, lists);
  const bare = await timed(() => callAll(clients, accounts, lists));
  clients.close();
  const cpuBefore = worker.cpuSeconds();
  const done = await product.scan({ resource_types: lists.map(({ type }) => type) });
  const workerCpu = worker.cpuSeconds() - cpuBefore;
  say(`${done.tasks} tasks in ${done.seconds.toFixed(1)} s, the bare calls in ${bare.seconds.toFixed(1)} s`);
  return {
    empty_tasks: {
      value: done.tasks,
      unit: 'tasks',
      ok: done.tasks === accountCount * regions.length * serviceCount,
    },
    empty_tasks_seconds: {
      value: done.seconds,
      unit: 's',
      baseline: bare.seconds,
      target: `<= ${limitSeconds}`,
      ok: done.seconds <= limitSeconds,
    },
    empty_tasks_ratio: atMost(done.seconds / bare.seconds, 'of the bare calls', 2, 1),
    empty_tasks_worker_cpu: figure(workerCpu, 's', bare.cpuSeconds),
  };
}

type Clients = ReturnType<typeof createAwsClients>;

async function callAll(
  clients: Clients,
  accounts: readonly EstateAccount[],
  lists: readonly EmptyList[],
): Promise<void> {
  const jobs = accounts.flatMap(({ role }) => {
    const caller = clients.forRole(role);
    return regions.flatMap((region) => lists.map((list) => () => caller.call({ ...list, region })));
  });
  await inLanes(jobs, lanes);
}

/** One type of each of 40 services, without resources in the emulator. */
async function emptyLists(
  clients: Clients,
  [account]: readonly EstateAccount[],
): Promise<readonly EmptyList[]> {
  const found: EmptyList[] = [];
  if (account === undefined) return found;
  const caller = clients.forRole(account.role);
  const [region = ''] = regions;
  for (const name of regionalServices()) {
    const service = serviceCollectors(name);
    if (service === undefined || service.precondition !== undefined || found.length === serviceCount)
      continue;
    for (const { resourceType, parent, list } of service.types) {
      const { operation, variants, items, client = service.client } = list;
      if (parent !== undefined || variants !== undefined || list.inner !== undefined) continue;
      const input = fillInput(
        list.input ?? {},
        {},
        { account: account.awsAccountNumber, region, partition: 'aws' },
      );
      if (input === undefined) continue;
      const response = await caller.call({ client, region, operation, input }).then(toJson, () => undefined);
      if (response === undefined || select(response, items).length > 0) continue;
      if (['NextToken', 'nextToken', 'Marker'].some((token) => typeof first(response, token) === 'string'))
        continue;
      const everywhere = await Promise.all(
        regions.map((region) =>
          caller.call({ client, region, operation, input }).then(
            () => true,
            () => false,
          ),
        ),
      );
      if (everywhere.includes(false)) continue;
      found.push({ type: resourceType, client, operation, input });
      break;
    }
  }
  return found;
}
