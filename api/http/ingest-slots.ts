import { errors } from '../../domain/errors.ts';
import { readMilliseconds } from '../../commands/plans/read/read-plan-in-thread.ts';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';

/** The number of permits, and of threads that read plans and states. */
export const ingestedAtOnce = 4;
const ingestedOfOrganization = 2;
const maximumWait = 30_000;
const retrySeconds = 10;
/** A body can wait for a permit before it is read. */
export const ingestMilliseconds = maximumWait + readMilliseconds + 30_000;

/**
 * Creates the permits of a process to read and store plans and states: four, of which an organization can have two. Throws
 * `rate_limited` when no permit became free.
 */
export function createIngestSlots(maximumWaitMs = maximumWait): OrganizationSlots {
  return new OrganizationSlots({
    slots: ingestedAtOnce,
    perOrganization: ingestedOfOrganization,
    maximumWaiting: 100,
    maximumWaitMs,
    busy: () =>
      errors.rateLimited(retrySeconds, {
        name: 'concurrent_uploads',
        limit: ingestedOfOrganization,
        windowSeconds: retrySeconds,
      }),
  });
}
