import { errors } from '../../domain/errors.ts';
import { readMilliseconds } from '../../commands/plans/read/read-plan-in-thread.ts';
import { createFairSemaphore } from '../../runtime/fair-semaphore.ts';
import type { PermitKind } from '../../runtime/fair-semaphore.ts';

/** The number of permits and of threads that read plans. */
export const plansOfProcess = 4;
const plansOfOrganization = 2;
const longestWait = 30_000;
const retrySeconds = 10;
/** A plan can wait for a permit before it is read. */
export const planRequestMilliseconds = longestWait + readMilliseconds + 30_000;

/** Limits how many plans a process reads and stores at once. */
export interface PlanSubmissions {
  /**
   * Waits for a permit. Returns a function that gives it back.
   * @throws CatalogueError `rate_limited` when no permit became free, and the reason of `signal` when it aborts
   */
  acquire(organizationId: string, signal: AbortSignal): Promise<() => void>;
}

/**
 * Creates the permits of a process: four, of which an organization can have two.
 * @param waitMilliseconds - the time that a plan waits for a permit
 */
export function createPlanSubmissions(waitMilliseconds = longestWait): PlanSubmissions {
  const semaphore = createFairSemaphore({ size: plansOfProcess, tenantLimit: plansOfOrganization });
  const permit: PermitKind = {
    limit: plansOfProcess,
    tenantLimit: plansOfOrganization,
    maximumWaiting: 100,
    waitMilliseconds,
    error: () =>
      errors.rateLimited(retrySeconds, {
        name: 'concurrent_plans',
        limit: plansOfOrganization,
        windowSeconds: retrySeconds,
      }),
  };
  return { acquire: (organizationId, signal) => semaphore.acquire(organizationId, permit, signal) };
}
