import { errors } from '../../domain/errors.ts';
import { createFairSemaphore } from '../../runtime/fair-semaphore.ts';
import type { PermitKind } from '../../runtime/fair-semaphore.ts';
import { PoolShareExceeded } from '../database-errors.ts';
import type { WorkBudget, WorkBudgets, WorkKind } from '../work-budgets.ts';

/** Distributes the connections of a pool over organizations. Uses the semaphore itself, because each kind of work has limits. */
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

const busyMessage = 'The database is busy with requests of this organization. Retry later.';
const busyRetrySeconds = 5;

/**
 * An organization uses at most `tenantFraction` of the pool, and each kind of work at most its `poolFraction`; both at
 * least one connection. Of a kind that may not wait, one organization leaves at least one connection to the others.
 */
export function createConnectionShares(options: {
  readonly poolSize: number;
  /** Greater than 0, at most 1. */
  readonly tenantFraction: number;
  readonly budgets: WorkBudgets;
}): ConnectionShares {
  const { poolSize, tenantFraction, budgets } = options;
  const semaphore = createFairSemaphore({
    size: poolSize,
    tenantLimit: Math.ceil(poolSize * tenantFraction),
  });
  const permitKind = (budget: WorkBudget): PermitKind => {
    const limits = limitsOf(budget, poolSize);
    return {
      ...limits,
      maximumWaiting: budget.maximumWaiting,
      waitMilliseconds: budget.waitSeconds * 1000,
      // Work that may not wait is limited in number: 429. Otherwise the database is busy: 503.
      error: () =>
        budget.maximumWaiting === 0
          ? errors.rateLimited(busyRetrySeconds, {
              name: 'database_connections',
              limit: limits.tenantLimit,
              windowSeconds: busyRetrySeconds,
            })
          : errors.providerUnavailable(busyMessage, new PoolShareExceeded(busyMessage), busyRetrySeconds),
    };
  };
  const kinds: Readonly<Record<WorkKind, PermitKind>> = {
    request: permitKind(budgets.request),
    bulk: permitKind(budgets.bulk),
    export: permitKind(budgets.export),
    tool: permitKind(budgets.tool),
    background: permitKind(budgets.background),
    migration: permitKind(budgets.migration),
  };
  return {
    acquire: (organizationId, kind, signal) => semaphore.acquire(organizationId, kinds[kind], signal),
  };
}

function limitsOf(budget: WorkBudget, poolSize: number): Pick<PermitKind, 'limit' | 'tenantLimit'> {
  const limit = Math.max(1, Math.floor(poolSize * budget.poolFraction));
  if (budget.maximumWaiting > 0)
    return { limit, tenantLimit: Math.max(1, Math.floor(limit / (budget.sharedBy ?? 1))) };
  const shared = Math.min(Math.max(2, limit), poolSize);
  return { limit: shared, tenantLimit: Math.max(1, shared - 1) };
}
