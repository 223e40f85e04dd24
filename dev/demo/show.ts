import type { Stack } from '../stack/start-stack.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { DiffEntry, Facets, ResourceList, operations, Scan } from '../../api-client/api-types.ts';
import type { Sample } from './connect-sample.ts';
import { changeQueues } from './change-queues.ts';
import { formatTable } from './format-table.ts';
import { waitFor } from './wait-for.ts';

type Say = (text: string) => void;

const shownTypes = 25;
const queueType = 'AWS::SQS::Queue';

export async function showAccounts(client: TypedClient, connectionId: string, say: Say): Promise<void> {
  const { items } = await dataOf(
    client.GET('/api/v1/aws/connections/{id}/accounts', {
      params: { path: { id: connectionId }, query: { limit: 200 } },
    }),
  );
  const rows = items.map((account) => [
    account.account_id,
    account.name ?? '',
    account.ou_path ?? '',
    account.status,
    account.effective_regions.length,
    account.template.version ?? 'unknown',
  ]);
  say(
    `\nAccounts\n${formatTable(['account', 'name', 'OU path', 'status', 'regions', 'template version'], rows)}`,
  );
}

export function showScan(finished: Scan, stack: Stack, say: Say): void {
  const { seen, created, updated, deleted, unchanged } = finished.counts;
  const seconds = (Date.parse(finished.finished_at ?? '') - Date.parse(finished.started_at ?? '')) / 1000;
  say(`
Scan ${finished.status} in ${seconds.toFixed(1)} s: ${finished.progress.tasks_total} tasks, ${finished.progress.tasks_failed} failed
  resources seen ${seen}, created ${created}, updated ${updated}, deleted ${deleted}, unchanged ${unchanged}
  ${stack.temporalUiUrl ?? ''}/namespaces/default/workflows/scan:${finished.id}`);
}

export async function showInventory(client: TypedClient, say: Say): Promise<void> {
  const all = await search(client, { limit: 1 });
  const { resource_type: types = [], region: regions = [] } = all.facets ?? {};
  const counts = (facet: Facets[keyof Facets]) => facet.map(({ value, count }) => [value, count]);
  say(`\n${all.total} resources of ${types.length} types`);
  say(`\n${formatTable(['type', 'resources'], counts(types.slice(0, shownTypes)))}`);
  if (types.length > shownTypes) say(`… and ${types.length - shownTypes} more types`);
  say(`\n${formatTable(['region', 'resources'], counts(regions))}`);
  const found = await search(client, { q: 'orders', sort: 'name', limit: 8 });
  const rows = found.items.map((item) => [
    item.name ?? item.native_id,
    item.resource_type,
    item.region,
    item.status,
  ]);
  say(
    `\nSearch for "orders": ${found.total} resources\n${formatTable(['name', 'type', 'region', 'status'], rows)}`,
  );
  const topTypes = found.facets?.resource_type.slice(0, 5) ?? [];
  say(`Most frequent types: ${topTypes.map(({ value, count }) => `${value} (${count})`).join(', ')}`);
  say(
    `Oldest successful scan: ${all.freshness.oldest_successful_scan_at ?? 'unknown'}; stale accounts: ${all.freshness.stale_accounts.length}`,
  );
}

/**
 * Changes queues in AWS, waits until the CloudTrail events of the changes have had them read, and prints the changes and the
 * count before and after. Requests no scan.
 */
export async function showChange(client: TypedClient, sample: Sample, stack: Stack, say: Say): Promise<void> {
  const before = new Date().toISOString();
  const queues = await changeQueues(sample, stack);
  say(
    `\nChanged the queue ${queues.changed} and created the queue ${queues.created} by hand. Waiting for CloudTrail to make them due …`,
  );
  const items = await waitFor('the changes of the queues', async () => {
    const query = { resource_type: queueType, since: before };
    const found = (await dataOf(client.GET('/api/v1/changes', { params: { query } }))).items;
    const kinds = new Set(found.map(({ kind }) => kind));
    return kinds.has('created') && kinds.has('updated') ? found : undefined;
  });
  const seconds = Math.round((Date.now() - Date.parse(before)) / 1000);
  const accountId = await accountIdOf(client, queues.awsAccountNumber);
  const query = { aws_account_id: accountId, trigger: 'event' as const, limit: 1 };
  const [eventScan] = (await dataOf(client.GET('/api/v1/scans', { params: { query } }))).items;
  say(
    `In the inventory ${seconds} s later, without a scan being requested: scan with trigger ${eventScan?.trigger ?? 'unknown'} of ${eventScan?.scope.resource_types?.join(', ') ?? ''} in ${eventScan?.scope.regions?.join(', ') ?? ''}`,
  );
  const rows = await Promise.all(
    items.map(async (change) => {
      const path = { id: change.resource_id };
      const { name = '' } = await dataOf(client.GET('/api/v1/resources/{id}', { params: { path } }));
      const entries: readonly Partial<DiffEntry>[] = change.diff.length > 0 ? change.diff : [{}];
      return entries.map(({ op = '', path: pointer = '', before: old, after }) => [
        name,
        change.kind,
        op,
        pointer,
        text(old),
        text(after),
      ]);
    }),
  );
  say(
    `\nDetected changes\n${formatTable(['queue', 'change', 'op', 'path', 'before', 'after'], rows.flat())}`,
  );
  const now = await search(client, { resource_type: queueType, limit: 1 });
  const then = await search(client, { resource_type: queueType, limit: 1, as_of: before });
  say(`\nQueues now: ${now.total}; as of ${before}: ${then.total}`);
}

/** Returns the id of an account in the product. */
async function accountIdOf(client: TypedClient, awsAccountNumber: string): Promise<string> {
  const { items } = await dataOf(client.GET('/api/v1/aws/accounts', { params: { query: { limit: 200 } } }));
  const account = items.find(({ account_id }) => account_id === awsAccountNumber);
  if (account === undefined) throw new Error(`The account ${awsAccountNumber} is not connected.`);
  return account.id;
}

type SearchQuery = NonNullable<operations['listResources']['parameters']['query']>;

function search(client: TypedClient, query: SearchQuery): Promise<ResourceList> {
  return dataOf(client.GET('/api/v1/resources', { params: { query } }));
}

/** Returns the first characters of a value as JSON. */
function text(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value).slice(0, 40);
}
