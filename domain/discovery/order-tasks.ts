import { limitsOfQuota, quotaOf } from './api-quotas.ts';
import { bucketLimits } from './bucket-limits.ts';
import type { PlannedTask } from './plan-tasks.ts';
import { serviceCollectors } from './resource-types.ts';

/**
 * Orders the tasks of a region for activities that claim up to `size` tasks each, in this order. Tasks that wait longest for
 * tokens come first in each activity, so that the others run meanwhile, and each activity gets as many of them.
 */
export function orderTasks(tasks: readonly PlannedTask[], size: number): readonly PlannedTask[] {
  const activities = Math.ceil(tasks.length / size);
  const slowestFirst = tasks
    .map((task) => ({ task, rate: slowestRate(task) }))
    .toSorted((left, right) => left.rate - right.rate)
    .map(({ task }) => task);
  return Array.from({ length: activities }, (_, activity) =>
    slowestFirst.filter((_task, index) => index % activities === activity),
  ).flat();
}

/**
 * Returns the lowest rate, in calls per second, of the operations that a task calls once per resource; `Infinity` if there are
 * none. Their number, unlike that of pages, can be large.
 */
function slowestRate({ service, resourceTypes }: PlannedTask): number {
  const collectors = serviceCollectors(service);
  if (collectors === undefined) return bucketLimits(service).rate;
  const rates = collectors.types
    .filter(({ resourceType }) => resourceTypes.includes(resourceType))
    .flatMap(({ list, parent, details = [], tags }) => [
      ...(parent === undefined ? [] : [list]),
      ...details.filter(({ batch, join }) => batch === undefined && join === undefined),
      ...(tags !== undefined && 'call' in tags ? [tags.call] : []),
    ])
    .map(({ client = collectors.client, operation }) => {
      const quota = quotaOf({ client, operation });
      return (quota === undefined ? bucketLimits(service) : limitsOfQuota(quota)).rate;
    });
  return Math.min(...rates);
}
