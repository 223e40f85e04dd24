import { setMaxListeners } from 'node:events';
import { collectCloudControl } from '../collect/collect-cloud-control.ts';
import { collectService } from '../collect/collect-service.ts';
import type { CollectionOptions } from '../collect/collection-options.ts';
import { configHash, renormalise } from '../collect/config-hash.ts';
import { keyedHash } from '../../../runtime/keyed-hash.ts';
import { explainOutdatedRole } from './outdated-role.ts';
import {
  cloudControlService,
  withRequiredParents,
} from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type {
  CollectionEvent,
  ObservedResource,
} from '../../../domain/discovery/observation/observed-resource.ts';
import { hideSecret } from '../../../domain/secrets/redact-secrets.ts';
import { keysReadSince } from '../../../domain/discovery/declaration/keys-by-rule-set.ts';
import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import type { CellResult } from '../../../domain/discovery/tasks/scan-outcomes.ts';
import { pageBuffer } from './page-buffer.ts';
import { isDatabaseUnavailable } from '../../../db/database-errors.ts';
import {
  listConfigurations,
  listReadResources,
  listTaggedResources,
} from '../../../db/inventory/known-resources.ts';
import { listKnownResources } from '../../../db/inventory/live-cells.ts';
import { listStackVersions } from '../../../db/inventory/stack-resource-store.ts';
import { storePage } from '../../../db/inventory/store-page.ts';
import type { Attempt } from '../../../db/discovery/attempt.ts';
import type { Rules } from '../../../db/inventory/compare-observation.ts';
import type { BlockedCell } from '../../../db/discovery/policy-block-store.ts';
import { finishTask, lockSeenSet, SeenSetLost } from '../../../db/discovery/finish-task.ts';
import { addPageCounts, lockLease } from '../../../db/discovery/task-store.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { CatalogueError } from '../../../domain/errors.ts';

export interface TaskToRun extends Omit<CollectionOptions, 'region'> {
  readonly attempt: Attempt;
  readonly service: string;
  readonly resourceTypes: readonly string[];
  /** Permission groups of the role; `undefined` when it is unknown what the role can read through Cloud Control. */
  readonly cloudControlGroups: readonly string[] | undefined;
  /** Version of the role's template; `undefined` when unknown. */
  readonly templateVersion: string | undefined;
  /** Cells of the task that a policy of the customer's AWS organization has denied today. They are not read. */
  readonly blocked: readonly BlockedCell[];
  /** Returns the message with which AWS denies the region; `undefined` when the service may be called. */
  readonly refusal: () => string | undefined;
  /** Called after each stored page with the number of created resources. */
  readonly created: (resources: number) => Promise<void>;
  /** Called with the outcomes of the cells after the task has finished. */
  readonly ended: (cells: readonly CellResult[]) => void;
  /** Opens a transaction of the organization. */
  readonly inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
}

const deniedCode = 'AccessDenied';
/**
 * Collects one service of an account and region, stores its resources and writes the outcome of its cells.
 * @throws LeaseLost when another worker has claimed the task; the signal's reason; the driver's error when Postgres is
 *   unavailable.
 */
export async function runTask(task: TaskToRun): Promise<void> {
  const cells = new Map(blockedCells(task).map((cell): [string, CellResult] => [cell.resourceType, cell]));
  const toRead = task.resourceTypes.filter((type) => !cells.has(type));
  if (toRead.length > 0) await storeAll(task, toRead, cells);
  const candidates = await finishUnlessUnseen(task, cells);
  if (candidates.length === 0) return;
  // A list that changes during pagination can skip a resource. So types with unseen resources are listed a second time,
  // and only resources that are missing from both lists are marked as deleted.
  const secondPass = new Map<string, CellResult>();
  // Details and tags are read only for resources that were not in the first list.
  const types = withParentsOfTask(candidates, task);
  await storeAll({ ...task, alreadyRead: alreadyReadBy(task) }, types, secondPass);
  const deletable = typesOf(secondPass, (cell) => cell.outcome === 'complete');
  for (const cell of secondPass.values()) {
    const calls = (cells.get(cell.resourceType)?.calls ?? 0) + (cell.calls ?? 0);
    cells.set(cell.resourceType, { ...cell, calls });
  }
  await task.inTenant(async (tenant) => {
    await lockSeenSet(tenant, task.attempt, []);
    await finish(tenant, task, await explained(tenant, task, cells), deletable);
  });
}

/**
 * Returns the types with resources that the complete lists did not have. If there are none, finishes the task in the same
 * transaction: most tasks end here, and a transaction of its own would take as long as the rest of an empty task.
 */
async function finishUnlessUnseen(
  task: TaskToRun,
  cells: ReadonlyMap<string, CellResult>,
): Promise<readonly string[]> {
  const complete = typesOf(cells, (cell) => cell.outcome === 'complete');
  return task.inTenant(async (tenant) => {
    const unseenTypes = await lockSeenSet(tenant, task.attempt, complete);
    if (unseenTypes.length === 0) await finish(tenant, task, await explained(tenant, task, cells), []);
    return unseenTypes;
  });
}

/**
 * Returns the cells that are not to be read today, because a policy of the customer's AWS organization denies the region or
 * has denied the cell.
 */
function blockedCells({ blocked, resourceTypes, refusal }: TaskToRun): readonly CellResult[] {
  const error = refusal();
  const cell = { outcome: 'blocked_by_scp', errorCode: deniedCode } as const;
  if (error !== undefined) return resourceTypes.map((resourceType) => ({ resourceType, ...cell, error }));
  return blocked.map((known) => ({ ...cell, ...known }));
}

/** Explains denials by the policy that denies the region, because some services do not name it, and by an outdated role. */
async function explained(
  tenant: Tenant,
  { attempt, refusal, templateVersion }: TaskToRun,
  cells: ReadonlyMap<string, CellResult>,
): Promise<readonly CellResult[]> {
  const error = refusal();
  const results = [...cells.values()];
  if (error === undefined) return explainOutdatedRole(tenant, attempt, templateVersion, results);
  return results.map((cell) =>
    cell.outcome === 'denied' ? { ...cell, outcome: 'blocked_by_scp', error } : cell,
  );
}

/** Returns whether an error is transient and not caused by the task. Such a task is retried. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof SeenSetLost ||
    isDatabaseUnavailable(error) ||
    (error instanceof CatalogueError && error.code === 'provider_unavailable')
  );
}

/** Finishes a task as failed: all its cells get the outcome `error`, and no resource is marked as deleted. */
export async function failTask(
  task: Pick<TaskToRun, 'attempt' | 'resourceTypes' | 'inTenant' | 'ended'>,
  code: string,
  message: string,
): Promise<void> {
  const cells = task.resourceTypes.map((resourceType): CellResult => {
    return { resourceType, outcome: 'error', errorCode: code, error: message.slice(0, 500) };
  });
  await task.inTenant(async (tenant) => {
    await lockLease(tenant, task.attempt);
    await finish(tenant, task, cells, []);
  });
}

async function finish(
  tenant: Tenant,
  { attempt, ended }: Pick<TaskToRun, 'attempt' | 'ended'>,
  cells: readonly CellResult[],
  deletableTypes: readonly string[],
): Promise<void> {
  await finishTask(tenant, attempt, cells, deletableTypes);
  tenant.afterCommit(async () => ended(cells));
}

/** Collects types and stores each page while the next one is fetched. A failure to store stops the collection. */
async function storeAll(
  task: TaskToRun,
  resourceTypes: readonly string[],
  cells: Map<string, CellResult>,
): Promise<void> {
  const storeFailed = new AbortController();
  const signal = AbortSignal.any([task.signal, storeFailed.signal]);
  // Every call and every delay of the task adds a listener. Node would warn at more than 10.
  setMaxListeners(0, signal);
  const buffer = pageBuffer();
  let storing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await storing;
    const page = buffer.take();
    storing = page.length === 0 ? Promise.resolve() : store(task, page);
    storing.catch((error: unknown) => storeFailed.abort(error));
  };
  try {
    for await (const event of collect(task, resourceTypes, signal)) {
      if (event.kind === 'cell') cells.set(event.resourceType, event);
      else for (const resource of event.resources) if (buffer.add(resource)) await flush();
    }
    await flush();
    await storing;
  } finally {
    await storing.catch(() => undefined);
  }
  signal.throwIfAborted();
}

function alreadyReadBy({ attempt, inTenant }: TaskToRun): NonNullable<CollectionOptions['alreadyRead']> {
  return (resourceType, nativeIds) =>
    inTenant((tenant) => listReadResources(tenant, attempt, resourceType, nativeIds));
}

/** The second pass also lists the parents that the task reads: the ledger has their cells only when the task ends. */
function withParentsOfTask(types: readonly string[], task: TaskToRun): readonly string[] {
  return withRequiredParents(types).filter((type) => task.resourceTypes.includes(type));
}

function collect(
  task: TaskToRun,
  resourceTypes: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<CollectionEvent> {
  const { attempt, service } = task;
  const options = { ...task, region: attempt.region, resourceTypes, signal };
  if (service !== cloudControlService) {
    return collectService({
      ...options,
      storedConfigurations: (type, nativeIds) =>
        task.inTenant((tenant) => listConfigurations(tenant, attempt, type, nativeIds, RULE_SET_VERSION)),
      memberVersions: (type, nativeIds) =>
        task.inTenant((tenant) => listStackVersions(tenant, attempt, type, nativeIds)),
      storedWithTags: (type, nativeIds) =>
        task.inTenant((tenant) => listTaggedResources(tenant, attempt, type, nativeIds)),
    });
  }
  return collectCloudControl({
    ...options,
    parents: (type) => task.inTenant((tenant) => listKnownResources(tenant, attempt, type)),
  });
}

async function store(task: TaskToRun, page: readonly ObservedResource[]): Promise<void> {
  const rules: Rules = {
    ruleSet: RULE_SET_VERSION,
    keysReadSince,
    configHash,
    hideSecret: (secret) => hideSecret(secret, keyedHash(task.hmacKey)),
    renormalise: (stored, ruleSet) => renormalise(stored, task.hmacKey, ruleSet),
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
