/** Maximum number of activities that a worker process runs at once, per task queue. */
export const activitySlots = 50;

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
