/** A semaphore that distributes its permits over tenants. */
export interface FairSemaphore {
  /**
   * Waits for a permit. Returns a function that gives the permit back.
   *
   * @throws the error of the `kind` when its queue is full or the permit was not free in time
   * @throws the reason of `signal` when it aborts
   */
  acquire(tenant: string, kind: PermitKind, signal?: AbortSignal): Promise<() => void>;
  /** Returns the number of permits that a tenant uses. */
  used(tenant: string): number;
}

/** A kind of work that shares the semaphore with other kinds. */
export interface PermitKind {
  /** The number of permits that all work of this kind may use. */
  readonly limit: number;
  /** The number of permits that the work of this kind of one tenant may use. */
  readonly tenantLimit: number;
  /** The number of calls of one tenant that may wait for a permit of this kind. */
  readonly maximumWaiting: number;
  readonly waitMilliseconds: number;
  /** Returns the error of a call that may not wait, or has waited too long. */
  error(tenant: string): Error;
}

interface Waiter {
  readonly kind: PermitKind;
  start(): void;
}

/**
 * Creates a semaphore of `size` permits, of which one tenant uses at most `tenantLimit`. A free permit goes to the next
 * tenant in turn, so a tenant with many waiting calls does not delay the calls of another one. With
 * `oneWhileOthersWait`, a tenant that uses a permit gets a second one only while no tenant without a permit waits.
 */
export function createFairSemaphore({
  size,
  tenantLimit,
  oneWhileOthersWait = false,
}: {
  readonly size: number;
  readonly tenantLimit: number;
  readonly oneWhileOthersWait?: boolean;
}): FairSemaphore {
  let used = 0;
  const usedByTenant = new Counter<string>();
  const usedByKind = new Counter<PermitKind>();
  const usedByTenantOfKind = new Map<PermitKind, Counter<string>>();
  const tenantsOf = (kind: PermitKind) => {
    const known = usedByTenantOfKind.get(kind) ?? new Counter<string>();
    usedByTenantOfKind.set(kind, known);
    return known;
  };
  /** In the order in which the tenants get their next permit. */
  const queues = new Map<string, Waiter[]>();

  const isFree = (tenant: string, kind: PermitKind) =>
    used < size &&
    usedByTenant.get(tenant) < tenantLimit &&
    usedByKind.get(kind) < kind.limit &&
    tenantsOf(kind).get(tenant) < kind.tenantLimit;

  const use = (tenant: string, kind: PermitKind, change: 1 | -1) => {
    used += change;
    usedByTenant.add(tenant, change);
    usedByKind.add(kind, change);
    tenantsOf(kind).add(tenant, change);
  };

  const startNext = (): boolean =>
    (oneWhileOthersWait && startNextOf((tenant) => usedByTenant.get(tenant) === 0)) || startNextOf();

  const startNextOf = (isMeant: (tenant: string) => boolean = () => true): boolean => {
    for (const [tenant, queue] of queues) {
      if (!isMeant(tenant)) continue;
      const index = queue.findIndex(({ kind }) => isFree(tenant, kind));
      const [waiter] = index === -1 ? [] : queue.splice(index, 1);
      if (waiter === undefined) continue;
      queues.delete(tenant);
      if (queue.length > 0) queues.set(tenant, queue);
      use(tenant, waiter.kind, 1);
      waiter.start();
      return true;
    }
    return false;
  };

  const releaseOf = (tenant: string, kind: PermitKind) => () => {
    use(tenant, kind, -1);
    while (startNext());
  };

  const wait = (tenant: string, kind: PermitKind, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const queue = queues.get(tenant) ?? [];
      queues.set(tenant, queue);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (error: unknown) => {
        stopWaiting();
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) queues.delete(tenant);
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const timer = Number.isFinite(kind.waitMilliseconds)
        ? setTimeout(() => fail(kind.error(tenant)), kind.waitMilliseconds)
        : undefined;
      const onAbort = () => fail(signal?.reason);
      const waiter: Waiter = {
        kind,
        start() {
          stopWaiting();
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort);
      queue.push(waiter);
    });

  return {
    async acquire(tenant, kind, signal) {
      signal?.throwIfAborted();
      const waiting = queues.get(tenant)?.filter((waiter) => waiter.kind === kind).length ?? 0;
      if (waiting === 0 && isFree(tenant, kind)) use(tenant, kind, 1);
      else if (waiting >= kind.maximumWaiting) throw kind.error(tenant);
      else await wait(tenant, kind, signal);
      return releaseOf(tenant, kind);
    },
    used: (tenant) => usedByTenant.get(tenant),
  };
}

/** Counts by key. Keeps no key with the count 0. */
class Counter<Key> {
  readonly #counts = new Map<Key, number>();

  get(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: Key, change: number): void {
    const count = this.get(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
