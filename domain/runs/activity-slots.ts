import { conversationLimits } from '../assistant/turn-limits.ts';

/** Maximum number of activities that a worker process runs at once, per task queue other than `assistant`. */
export const activitySlots = 50;

/**
 * Returns the maximum number of activities of a task queue that a worker process runs at once. The turns of one organization
 * use at most half of the slots of `assistant`: a turn mostly waits for its model, and fails when it waits a minute for a slot.
 */
export function slotsOf(queue: string): number {
  return queue === 'assistant' ? 2 * conversationLimits.runningOfOrganization : activitySlots;
}

/**
 * Maximum number of activities of one scan in flight, over all of its accounts. Half of the slots of one worker, so that
 * a single scan never occupies a worker.
 */
export const scanActivitiesInFlight = 25;

/**
 * Maximum number of activities of source control of one organization that a worker process runs at once. The GitHub client
 * sends at most ten requests of an installation at a time.
 */
export const scmActivitiesOfOrganization = 10;
