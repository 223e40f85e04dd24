import { managementStates, resourceStatuses } from '../../../domain/values.ts';
import type { ResourceStatus } from '../../../domain/values.ts';

/**
 * The numbers that stand for values where many rows are counted: places in the domain's lists, from 1. The triggers of
 * migration 0080 write the same.
 */
export const statusCode = (status: ResourceStatus): number => resourceStatuses.indexOf(status) + 1;

/** The status that a column's number stands for. */
export const statusNameOf = (column: string): string => nameOf(column, resourceStatuses);
export const managementStateNameOf = (column: string): string => nameOf(column, managementStates);

/** How many rows have each status, as columns of the statuses' names. */
export function countsByStatus(column: string): string {
  return resourceStatuses
    .map((status) => `count(*) filter (where ${column} = ${statusCode(status)}) as ${status}`)
    .join(', ');
}

function nameOf(column: string, values: readonly string[]): string {
  return `(array[${values.map((value) => `'${value}'`).join(', ')}])[${column}]`;
}
