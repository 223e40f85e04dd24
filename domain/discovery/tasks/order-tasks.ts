import { limitsOfQuota, quotaOf } from '../limits/api-quotas.ts';
import { bucketLimits } from '../limits/bucket-limits.ts';
import { serviceCollectors } from '../declaration/resource-types.ts';

/** One task of a scan: the resource types of one service in one region. */
export interface PlannedTask {
  readonly region: string;
  readonly service: string;
  readonly resourceTypes: readonly string[];
}

/**
 * Orders the tasks of a region for activities that claim `size` tasks each, in this order; the last one claims the rest. Tasks
 * that wait longest for tokens come first in each activity, so that the others run meanwhile. All activities get about the same
 * number of them.
 */
export function orderTasks(tasks: readonly PlannedTask[], size: number): readonly PlannedTask[] {
  const activities = Math.ceil(tasks.length / size);
  // Ranks that are dealt to all activities: until the last one is full.
  const dealtToAll = (tasks.length - size * (activities - 1)) * activities;
  const activityOf = (rank: number) =>
    rank < dealtToAll ? rank % activities : (rank - dealtToAll) % (activities - 1);
  return tasks
    .map((task) => ({ task, rate: slowestRate(task) }))
    .toSorted((left, right) => byNumber(left.rate, right.rate))
    .map(({ task }, rank) => ({ task, activity: activityOf(rank) }))
    .toSorted((left, right) => left.activity - right.activity)
    .map(({ task }) => task);
}

/** Compares numbers, which can be infinite. */
const byNumber = (left: number, right: number): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Returns the lowest rate, in calls per second, of the operations that a task calls once per resource; `Infinity` if there are
 * none. The number of resources, unlike that of pages, can be large.
 */
export function slowestRate({ service, resourceTypes }: PlannedTask): number {
  const collectors = serviceCollectors(service);
  if (collectors === undefined) return bucketLimits(service).rate;
  const rates = collectors.types
    .filter(({ resourceType }) => resourceTypes.includes(resourceType))
    .flatMap(({ list, parent, details = [], members, tags }) => [
      ...(parent === undefined ? [] : [list]),
      ...details.filter(({ batch, join }) => batch === undefined && join === undefined),
      ...(members === undefined ? [] : [members]),
      ...(tags !== undefined && 'call' in tags ? [tags.call] : []),
    ])
    .map(({ client = collectors.client, operation }) => {
      const quota = quotaOf({ client, operation });
      return (quota === undefined ? bucketLimits(service) : limitsOfQuota(quota)).rate;
    });
  return Math.min(...rates);
}
