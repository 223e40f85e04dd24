import type { Dimension } from '../../../domain/inventory/resource-filter.ts';
import { resourceStatuses } from '../../../domain/values.ts';
import type { ManagementState, ResourceStatus } from '../../../domain/values.ts';

/**
 * The numbers that stand for values in the tables of search. Stored rows and functions of the database hold them: give
 * a new value a new number, and neither change nor reuse one.
 */
export const statusCodes: Readonly<Record<ResourceStatus, number>> = {
  active: 1,
  deleted: 2,
  unobserved: 3,
};

export const managementStateCodes: Readonly<Record<ManagementState, number>> = {
  managed: 1,
  unmanaged: 2,
  child: 3,
  default: 4,
  ignored: 5,
  unknown: 6,
};

/** `facet` and `other` of resource_pair_counts, where 0 stands for no dimension. */
export const dimensionCodes: Readonly<Record<Dimension, number>> = {
  resource_type: 1,
  aws_account_id: 2,
  region: 3,
  management_state: 4,
};

export const statusCode = (status: ResourceStatus): number => statusCodes[status];

/** SQL for the name of the code that a column holds. */
export const statusNameOf = (column: string): string => nameOf(column, statusCodes);
export const managementStateNameOf = (column: string): string => nameOf(column, managementStateCodes);
export const dimensionNameOf = (column: string): string => nameOf(column, dimensionCodes);

/** SQL for one count of rows per status, as columns with the names of the statuses. */
export function countsByStatus(column: string): string {
  return resourceStatuses
    .map((status) => `count(*) filter (where ${column} = ${statusCode(status)}) as ${status}`)
    .join(', ');
}

function nameOf(column: string, codes: Readonly<Record<string, number>>): string {
  const cases = Object.entries(codes).map(([name, code]) => `when ${code} then '${name}'`);
  return `case ${column} ${cases.join(' ')} end`;
}
