import type { Stack } from '../stack/start-stack.ts';
import type { ApiClient } from './api-client.ts';
import type { Sample } from './connect-sample.ts';
import { changeQueues } from './change-queues.ts';
import { formatTable } from './print-table.ts';
import { scan } from './scan.ts';
import type { Scan } from './scan.ts';

type Say = (text: string) => void;

interface Facet {
  readonly value: string;
  readonly count: number;
}

interface Resource {
  readonly id: string;
  readonly name?: string;
  readonly native_id: string;
  readonly resource_type: string;
  readonly region: string;
  readonly status: string;
}

interface Search {
  readonly items: readonly Resource[];
  readonly total: number;
  readonly facets: Readonly<
    Record<'resource_type' | 'aws_account_id' | 'region' | 'status', readonly Facet[]>
  >;
  readonly freshness: {
    readonly oldest_successful_scan_at?: string;
    readonly stale_accounts: readonly unknown[];
  };
}

interface Account {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly ou_path?: string;
  readonly status: string;
  readonly effective_regions: readonly string[];
  readonly template?: { readonly version?: string; readonly behind?: boolean };
}

const shownTypes = 25;

export async function showAccounts(api: ApiClient, connectionId: string, say: Say): Promise<void> {
  const { items } = await api.get<{ items: readonly Account[] }>(
    `/aws/connections/${connectionId}/accounts?limit=200`,
  );
  const rows = items.map((account) => [
    account.account_id,
    account.name,
    account.ou_path ?? '',
    account.status,
    account.effective_regions.length,
    account.template?.version ?? 'unknown',
  ]);
  say(
    `\nAccounts\n${formatTable(['account', 'name', 'OU path', 'status', 'regions', 'role template'], rows)}`,
  );
}

export async function showScan(finished: Scan, stack: Stack, say: Say): Promise<void> {
  const { seen, created, updated, deleted, unchanged } = finished.counts;
  const seconds = (Date.parse(finished.finished_at ?? '') - Date.parse(finished.started_at ?? '')) / 1000;
  say(`
Scan ${finished.status} in ${seconds.toFixed(1)} s: ${finished.progress.tasks_total} tasks, ${finished.progress.tasks_failed} failed
  resources seen ${seen}, created ${created}, updated ${updated}, deleted ${deleted}, unchanged ${unchanged}
  ${stack.temporalUiUrl ?? ''}/namespaces/default/workflows/scan:${finished.id}`);
}

export async function showInventory(api: ApiClient, say: Say): Promise<void> {
  const all = await api.get<Search>('/resources?limit=1');
  const { resource_type: types, region: regions } = all.facets;
  const counts = (facets: readonly Facet[]) => facets.map(({ value, count }) => [value, count]);
  say(`\n${all.total} resources of ${types.length} types`);
  say(`\n${formatTable(['type', 'resources'], counts(types.slice(0, shownTypes)))}`);
  if (types.length > shownTypes) say(`… and ${types.length - shownTypes} more types`);
  say(`\n${formatTable(['region', 'resources'], counts(regions))}`);
  const found = await api.get<Search>('/resources?q=orders&sort=name&limit=8');
  const rows = found.items.map((item) => [
    item.name ?? item.native_id,
    item.resource_type,
    item.region,
    item.status,
  ]);
  say(
    `\nSearch for "orders": ${found.total} resources\n${formatTable(['name', 'type', 'region', 'status'], rows)}`,
  );
  say(`Facets: ${found.facets.resource_type.map(({ value, count }) => `${value} (${count})`).join(', ')}`);
  say(
    `Oldest scan ${all.freshness.oldest_successful_scan_at ?? 'unknown'}; stale accounts: ${all.freshness.stale_accounts.length}`,
  );
}

interface Change {
  readonly resource_id: string;
  readonly kind: string;
  readonly detected_at: string;
  readonly diff?: readonly Entry[];
}

interface Entry {
  readonly op: string;
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Changes queues in AWS, scans them again, and prints the detected changes and the count before and after. */
export async function showChange(api: ApiClient, sample: Sample, stack: Stack, say: Say): Promise<void> {
  const before = new Date().toISOString();
  const queues = await changeQueues(sample, stack);
  say(
    `\nChanged the queue ${queues.changed} and created the queue ${queues.created}. Scanning the queues of the account …`,
  );
  await scan(api, {
    aws_account_id: sample.accountIds[queues.awsAccountNumber],
    regions: [queues.region],
    resource_types: ['AWS::SQS::Queue'],
  });
  const { items } = await api.get<{ items: readonly Change[] }>(
    `/changes?resource_type=AWS::SQS::Queue&since=${before}`,
  );
  const rows = await Promise.all(
    items.map(async (change) => {
      const { name = '' } = await api.get<Resource>(`/resources/${change.resource_id}`);
      const entries = change.diff?.length ? change.diff : [{ op: '', path: '' }];
      return entries.map((entry: Entry) => [
        name,
        change.kind,
        entry.op,
        entry.path,
        text(entry.before),
        text(entry.after),
      ]);
    }),
  );
  say(
    `\nDetected changes\n${formatTable(['queue', 'change', 'op', 'path', 'before', 'after'], rows.flat())}`,
  );
  const now = await api.get<Search>('/resources?resource_type=AWS::SQS::Queue&limit=1');
  const then = await api.get<Search>(`/resources?resource_type=AWS::SQS::Queue&limit=1&as_of=${before}`);
  say(`\nQueues now: ${now.total}; as of ${before}: ${then.total}`);
}

function text(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value).slice(0, 40);
}
