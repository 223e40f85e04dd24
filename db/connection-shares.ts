import { errors } from '../domain/errors.ts';
import type { WorkBudget, WorkBudgets, WorkKind } from './work-budgets.ts';

/** Distributes the connections of a pool over organizations. */
export interface ConnectionShares {
  /**
   * Waits until the organization may use a connection. Returns a function that gives the connection back.
   *
   * @throws CatalogueError `rate_limited` when work of this kind may not wait
   * @throws CatalogueError `provider_unavailable` when too many transactions of the organization wait, and after the
   * waiting time
   * @throws the reason of `signal` when it aborts
   */
  acquire(organizationId: string, kind: WorkKind, signal?: AbortSignal): Promise<() => void>;
}

interface Waiter {
  readonly kind: WorkKind;
  start(): void;
}

const busyRetrySeconds = 5;

/**
 * A semaphore with a queue per organization. An organization uses at most `tenantFraction` of the pool, and each kind of
 * work at most its `poolFraction`; both at least one connection. A free connection goes to the next organization in
 * turn, so an organization with many waiting transactions does not delay the transactions of another one.
 */
export function createConnectionShares(options: {
  readonly poolSize: number;
  /** Greater than 0, at most 1. */
  readonly tenantFraction: number;
  readonly budgets: WorkBudgets;
}): ConnectionShares {
  const { poolSize, tenantFraction, budgets } = options;
  const tenantLimit = Math.ceil(poolSize * tenantFraction);
  const kindLimit = (kind: WorkKind) => Math.max(1, Math.floor(poolSize * budgets[kind].poolFraction));
  let used = 0;
  const usedByTenant = new Counter();
  const usedByKind = new Counter();
  /** In the order in which the organizations get their next connection. */
  const queues = new Map<string, Waiter[]>();

  const isFree = (organizationId: string, kind: WorkKind) =>
    used < poolSize &&
    usedByTenant.get(organizationId) < tenantLimit &&
    usedByKind.get(kind) < kindLimit(kind);

  const use = (organizationId: string, kind: WorkKind, change: 1 | -1) => {
    used += change;
    usedByTenant.add(organizationId, change);
    usedByKind.add(kind, change);
  };

  const startNext = (): boolean => {
    for (const [organizationId, queue] of queues) {
      const index = queue.findIndex(({ kind }) => isFree(organizationId, kind));
      const [waiter] = index === -1 ? [] : queue.splice(index, 1);
      if (waiter === undefined) continue;
      queues.delete(organizationId);
      if (queue.length > 0) queues.set(organizationId, queue);
      use(organizationId, waiter.kind, 1);
      waiter.start();
      return true;
    }
    return false;
  };

  const releaseOf = (organizationId: string, kind: WorkKind) => () => {
    use(organizationId, kind, -1);
    while (startNext());
  };

  const wait = (organizationId: string, kind: WorkKind, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const queue = queues.get(organizationId) ?? [];
      queues.set(organizationId, queue);
      const stop = (error: unknown) => {
        end();
        const index = queue.indexOf(waiter);
        if (index !== -1) queue.splice(index, 1);
        if (queue.length === 0) queues.delete(organizationId);
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const timer = setTimeout(
        () => stop(errors.providerUnavailable(busyMessage, undefined, busyRetrySeconds)),
        budgets[kind].waitSeconds * 1000,
      );
      const onAbort = () => stop(signal?.reason);
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        kind,
        start() {
          end();
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort);
      queue.push(waiter);
    });

  return {
    async acquire(organizationId, kind, signal) {
      signal?.throwIfAborted();
      const waiting = queues.get(organizationId)?.filter((waiter) => waiter.kind === kind).length ?? 0;
      if (waiting === 0 && isFree(organizationId, kind)) use(organizationId, kind, 1);
      else if (waiting >= budgets[kind].maximumWaiting) throw queueFull(budgets[kind]);
      else await wait(organizationId, kind, signal);
      return releaseOf(organizationId, kind);
    },
  };
}

/** Work without a queue, which is an export, is limited in number: 429. Otherwise the database is busy: 503. */
function queueFull({ maximumWaiting }: WorkBudget): Error {
  return maximumWaiting === 0
    ? errors.rateLimited(busyRetrySeconds)
    : errors.providerUnavailable(busyMessage, undefined, busyRetrySeconds);
}

const busyMessage = 'The database is busy with requests of this organization. Retry later.';

/** Counts by key. Keeps no key with the count 0. */
class Counter {
  readonly #counts = new Map<string, number>();

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const count = this.get(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
