import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';

/** Bounds of the delay after which an activity beyond the share tries again. */
const shortestDelayMs = 500;
const maximumDelayMs = 10 * 60_000;
/** Weight of the newest duration in the mean. */
const newest = 0.2;

interface Share {
  /** Mean duration of the activities. */
  meanMs: number;
  /** When the last activity beyond the share tries again. */
  lastAt: number;
}

export interface OrganizationShares {
  /**
   * Runs an activity of an organization, unless `most` others of the organization run in this process.
   * @throws ApplicationFailure, retryable: its delay is the time after which a slot should be free, so that a thousand
   *   waiting activities do not all try again at once.
   */
  run<T>(organizationId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Limits how many activities of one organization run in a process. Temporal's fairness decides which activity gets a free
 * slot; it does not help while slow responses of one organization's provider occupy all slots.
 */
export function createOrganizationShares(
  most: number,
  now: () => number = () => performance.now(),
): OrganizationShares {
  const shares = new Map<string, Share>();
  const shareOf = (organizationId: string): Share => {
    const share = shares.get(organizationId) ?? { meanMs: 0, lastAt: 0 };
    shares.set(organizationId, share);
    return share;
  };
  const slots = new OrganizationSlots({
    perOrganization: most,
    maximumWaiting: 0,
    busy: (organizationId) => busy(nextDelay(shareOf(organizationId), most, now())),
  });
  return {
    run: (organizationId, work) =>
      slots.run(organizationId, async () => {
        const share = shareOf(organizationId);
        const begunAt = now();
        try {
          return await work();
        } finally {
          share.meanMs += newest * (now() - begunAt - share.meanMs);
          if (slots.used(organizationId) === 1) shares.delete(organizationId);
        }
      }),
  };
}

function nextDelay(share: Share, most: number, now: number): number {
  const at = Math.max(now + shortestDelayMs, share.lastAt + share.meanMs / most);
  // Beyond the longest delay, activities start again at its first half, so that they stay spread.
  share.lastAt = at - now > maximumDelayMs ? now + maximumDelayMs / 2 : at;
  return share.lastAt - now;
}

function busy(delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'The organization uses its share of the worker.',
    type: 'busy',
    // Expected, so the worker logs no warning.
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: Math.ceil(delayMs),
  });
}
