import { createTypedClient } from '../../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../../api-client/create-typed-client.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';
import { estateRegions, estateScan } from '../support/estate.ts';
import type { Random } from './random.ts';

/** An organization under load. */
export interface ChaosTenant {
  readonly organizationId: string;
  readonly token: string;
  readonly accounts: readonly [ConnectedAccount, ...ConnectedAccount[]];
}

export interface LoadCounts {
  requests: number;
  /** Requests to an API that was not running. */
  unreachable: number;
  /** Responses with a 5xx status: `<status> <operation>`. */
  readonly failed: string[];
}

/**
 * Sends requests of one organization to random APIs until `signal` aborts: starts and cancels scans, excludes and
 * includes accounts, reads, writes audited changes, and creates and deletes queues in AWS.
 */
export async function loadTenant(
  tenant: ChaosTenant,
  urls: readonly [string, ...string[]],
  {
    random,
    signal,
    counts,
    syncsProvider,
  }: {
    readonly random: Random;
    readonly signal: AbortSignal;
    readonly counts: LoadCounts;
    readonly syncsProvider: boolean;
  },
): Promise<void> {
  const clients = urls.map((url) => createTypedClient(url, tenant.token)) as [TypedClient, ...TypedClient[]];
  let turn = 0;
  while (!signal.aborted) {
    turn += 1;
    const action = random.pick(syncsProvider ? actionsWithProvider : actions);
    const context = { client: random.pick(clients), account: random.pick(tenant.accounts), random, turn };
    counts.requests += 1;
    try {
      const status = await action(context);
      if (status >= 500) counts.failed.push(`${status} ${action.name}`);
    } catch {
      // The connection failed, because the API was killed.
      counts.unreachable += 1;
    }
    await pause(50 + random.next() * 250);
  }
}

/** Includes all accounts, so that the last scans can read them. Repeats a request until an API responds. */
export async function includeAccounts(tenant: ChaosTenant, url: string): Promise<void> {
  const client = createTypedClient(url, tenant.token);
  for (const { id } of tenant.accounts)
    await client.PATCH('/api/v1/aws/accounts/{id}', { params: { path: { id } }, body: { included: true } });
}

interface ActionContext {
  readonly client: TypedClient;
  readonly account: ConnectedAccount;
  readonly random: Random;
  readonly turn: number;
}

/** Performs one action, and returns the status of its response. */
type Action = (context: ActionContext) => Promise<number>;

const startScan: Action = async ({ client, account }) =>
  (await client.POST('/api/v1/scans', { body: estateScan(account) })).response.status;

const cancelScan: Action = async ({ client }) => {
  const { data, response } = await client.GET('/api/v1/scans');
  const active = data?.items.find(({ status }) => status === 'queued' || status === 'running');
  if (active === undefined) return response.status;
  const params = { path: { id: active.id } };
  return (await client.POST('/api/v1/scans/{id}/cancel', { params })).response.status;
};

const setIncluded =
  (included: boolean): Action =>
  async ({ client, account }) => {
    const params = { path: { id: account.id } };
    return (await client.PATCH('/api/v1/aws/accounts/{id}', { params, body: { included } })).response.status;
  };

const readResources: Action = async ({ client }) =>
  (await client.GET('/api/v1/resources', { params: { query: { limit: 50 } } })).response.status;

const renameOrganization: Action = async ({ client, turn }) =>
  (await client.PATCH('/api/v1/organization', { body: { name: `Chaos ${turn}` } })).response.status;

/** Names are never used twice: a queue that was deleted must stay deleted. */
const changeAws: Action = async ({ account, random, turn }) => {
  const region = random.pick(estateRegions);
  const created = (await account.call('sqs', 'CreateQueue', { QueueName: `chaos-${turn}` }, region)) as {
    QueueUrl?: string;
  };
  if (random.next() < 0.5) await account.call('sqs', 'DeleteQueue', { QueueUrl: created.QueueUrl }, region);
  return 200;
};

/** Its run reads the hostile answers until a limit ends it. */
const syncProvider: Action = async ({ client }) => {
  const { data, response } = await client.GET('/api/v1/scm/connections');
  const [connection] = data?.items ?? [];
  if (connection === undefined) return response.status;
  const params = { path: { id: connection.id } };
  return (await client.POST('/api/v1/scm/connections/{id}/sync', { params })).response.status;
};

/** An action is more frequent when it is listed more than once. */
const actions = [
  startScan,
  startScan,
  startScan,
  cancelScan,
  setIncluded(false),
  setIncluded(true),
  setIncluded(true),
  readResources,
  renameOrganization,
  changeAws,
] as const satisfies readonly [Action, ...Action[]];

const actionsWithProvider = [...actions, syncProvider] as const satisfies readonly [Action, ...Action[]];

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
