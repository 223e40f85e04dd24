import { errors } from '../../domain/errors.ts';
import { readMilliseconds } from '../../commands/plans/read/read-plan-in-thread.ts';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';

/** The number of permits and of threads that read plans. */
export const plansOfProcess = 4;
const plansOfOrganization = 2;
const maximumWait = 30_000;
const retrySeconds = 10;
/** A plan can wait for a permit before it is read. */
export const planRequestMilliseconds = maximumWait + readMilliseconds + 30_000;

/**
 * Creates the permits of a process to read and store plans: four, of which an organization can have two. Throws
 * `rate_limited` when no permit became free.
 */
export function createPlanSubmissions(maxWaitMs = maximumWait): OrganizationSlots {
  return new OrganizationSlots({
    slots: plansOfProcess,
    perOrganization: plansOfOrganization,
    maximumWaiting: 100,
    maximumWaitMs: maxWaitMs,
    busy: () =>
      errors.rateLimited(retrySeconds, {
        name: 'concurrent_plans',
        limit: plansOfOrganization,
        windowSeconds: retrySeconds,
      }),
  });
}
