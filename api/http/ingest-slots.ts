import { errors } from '../../domain/errors.ts';
import { readMilliseconds } from '../../commands/plans/read/read-plan-in-thread.ts';
import { BodySpool } from './request/body-spool.ts';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';

/** The number of permits, and of threads that read plans and states. */
export const ingestedAtOnce = 4;
const ingestedOfOrganization = 2;
const maximumWait = 30_000;
const retrySeconds = 10;
/** The longest time in which a body may arrive. */
export const ingestMilliseconds = maximumWait + readMilliseconds + 30_000;
const megabyte = 1024 * 1024;

/**
 * Creates the space for plans and states that arrive or wait for a permit: 2 GB on the disk, of which an organization has an
 * eighth. Both are more when a state may be larger.
 */
export function createIngestSpool(stateMaxMegabytes: number): BodySpool {
  const ofOrganizationMegabytes = Math.max(256, 2 * stateMaxMegabytes);
  return new BodySpool({
    maximumBytes: 8 * ofOrganizationMegabytes * megabyte,
    maximumBytesOfKey: ofOrganizationMegabytes * megabyte,
    full: (ofOrganization) =>
      ofOrganization
        ? errors.rateLimited(retrySeconds, {
            name: 'uploaded_megabytes',
            limit: ofOrganizationMegabytes,
            windowSeconds: retrySeconds,
          })
        : errors.providerUnavailable(
            'Too many plans and states are being received.',
            undefined,
            retrySeconds,
          ),
  });
}

/**
 * Creates the permits of a process to read and store plans and states that have arrived: four, of which an organization can
 * have two, one of them only while no other organization waits. Throws
 * `rate_limited` when no permit became free.
 */
export function createIngestSlots(maximumWaitMs = maximumWait): OrganizationSlots {
  return new OrganizationSlots({
    slots: ingestedAtOnce,
    perOrganization: ingestedOfOrganization,
    oneWhileOthersWait: true,
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
