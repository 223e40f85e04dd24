import { setMaxListeners } from 'node:events';
import type { AwsCaller } from '../../clients/aws/aws-clients.ts';
import { collectCloudControl } from './collect-cloud-control.ts';
import { collectService } from './collect-service.ts';
import { renormalise } from './config-hash.ts';
import { cloudControlService } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import type {
  CallLimiter,
  CollectionEvent,
  ObservedResource,
} from '../../domain/discovery/observed-resource.ts';
import { RULE_SET_VERSION } from '../../domain/discovery/rule-set.ts';
import type { CellResult } from '../../domain/discovery/scan-outcomes.ts';
import { isDatabaseUnavailable } from '../../db/database-errors.ts';
import { listKnownResources } from '../../db/inventory/live-cells.ts';
import { storePage } from '../../db/inventory/store-page.ts';
import type { Attempt, Rules } from '../../db/inventory/store-page.ts';
import { finishTask, listUnseenTypes } from '../../db/discovery/finish-task.ts';
import { addPageCounts, hasSeenSet, lockLease } from '../../db/discovery/task-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { CatalogueError } from '../../domain/errors.ts';

export interface TaskToRun {
  readonly attempt: Attempt;
  readonly service: string;
  readonly resourceTypes: readonly string[];
  /** 12 digits. */
  readonly awsAccountNumber: string;
  readonly partition: string;
  readonly clients: AwsCaller;
  readonly limiter: CallLimiter;
  readonly hmacKey: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Told after each stored page how many resources are new. */
  readonly created: (resources: number) => Promise<void>;
  /** Opens a transaction of the organization. */
  readonly inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
}

/** Resources that are stored in one transaction; smaller pages are put together. */
const storeAtOnce = 250;

/**
 * Collects and stores one account × region × service from its first page to its ledger entries.
 * @throws LeaseLost when another worker has the task; the signal's reason; what Postgres throws when it is away.
 */
export async function runTask(task: TaskToRun): Promise<void> {
  const cells = new Map<string, CellResult>();
  await storeAll(task, task.resourceTypes, cells);
  const complete = typesOf(cells, (cell) => cell.outcome === 'complete');
  const candidates = await task.inTenant((tenant) => listUnseenTypes(tenant, task.attempt, complete));
  // A list that changes while it is paged can skip what lives. Before anything is taken for gone, it is listed again:
  // only what neither pass has shown is deleted.
  const again = new Map<string, CellResult>();
  if (candidates.length > 0) await storeAll(task, candidates, again);
  const deletable = typesOf(again, (cell) => cell.outcome === 'complete');
  for (const cell of again.values()) cells.set(cell.resourceType, cell);
  await task.inTenant(async (tenant) => {
    await lockLease(tenant, task.attempt);
    if (!(await hasSeenSet(tenant, task.attempt))) throw new SeenSetLost('the seen-set is gone');
    await finishTask(tenant, task.attempt, [...cells.values()], deletable);
  });
}

/** Postgres has crashed since the attempt began: what it has seen is not known any more. */
export class SeenSetLost extends Error {
  override readonly name = 'SeenSetLost';
}

/** Whether an error says nothing about the task: it is to be tried again. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof SeenSetLost ||
    isDatabaseUnavailable(error) ||
    (error instanceof CatalogueError && error.code === 'provider_unavailable')
  );
}

/** Ends a task that broke: every cell is an error, and nothing is deleted. */
export async function failTask(
  task: Pick<TaskToRun, 'attempt' | 'resourceTypes' | 'inTenant'>,
  code: string,
  message: string,
): Promise<void> {
  const cells = task.resourceTypes.map((resourceType): CellResult => {
    return { resourceType, outcome: 'error', errorCode: code, error: message.slice(0, 500) };
  });
  await task.inTenant(async (tenant) => {
    await lockLease(tenant, task.attempt);
    await finishTask(tenant, task.attempt, cells, []);
  });
}

/** Stores what comes while the next page is fetched. A failure to store stops the collection. */
async function storeAll(
  task: TaskToRun,
  resourceTypes: readonly string[],
  cells: Map<string, CellResult>,
): Promise<void> {
  const broken = new AbortController();
  const signal = AbortSignal.any([task.signal, broken.signal]);
  // Every call and every wait of a task listens to it.
  setMaxListeners(0, signal);
  let waiting: ObservedResource[] = [];
  let storing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await storing;
    const page = waiting;
    waiting = [];
    storing = page.length === 0 ? Promise.resolve() : store(task, page);
    storing.catch((error: unknown) => broken.abort(error));
  };
  try {
    for await (const event of collect(task, resourceTypes, signal)) {
      if (event.kind === 'cell') cells.set(event.resourceType, event);
      else waiting.push(...event.resources);
      if (waiting.length >= storeAtOnce) await flush();
    }
    await flush();
    await storing;
  } finally {
    await storing.catch(() => undefined);
  }
  signal.throwIfAborted();
}

function collect(
  task: TaskToRun,
  resourceTypes: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<CollectionEvent> {
  const { awsAccountNumber, partition, clients, limiter, hmacKey, attempt } = task;
  const { region } = attempt;
  const common = {
    resourceTypes,
    awsAccountNumber,
    region,
    partition,
    clients,
    limiter,
    hmacKey,
    signal,
  };
  if (task.service !== cloudControlService) return collectService({ ...common, service: task.service });
  return collectCloudControl({
    ...common,
    parents: (type) => task.inTenant((tenant) => listKnownResources(tenant, attempt, type)),
  });
}

async function store(task: TaskToRun, page: readonly ObservedResource[]): Promise<void> {
  const rules: Rules = {
    ruleSet: RULE_SET_VERSION,
    renormalise: (stored) => renormalise(stored, task.hmacKey),
  };
  const counts = await task.inTenant(async (tenant) => {
    await lockLease(tenant, task.attempt);
    const stored = await storePage(tenant, task.attempt, page, rules);
    await addPageCounts(tenant, task.attempt, stored);
    return stored;
  });
  await task.created(counts.created);
}

function typesOf(
  cells: ReadonlyMap<string, CellResult>,
  accept: (cell: CellResult) => boolean,
): readonly string[] {
  return [...cells.values()].filter(accept).map(({ resourceType }) => resourceType);
}
