import { resourceStatuses } from '../../../domain/values.ts';
import type { ManagementState, ResourceStatus } from '../../../domain/values.ts';
import type { Dimension } from '../../../domain/inventory/resource-filter.ts';

// Stored numbers, also written by the triggers in the database. Never change one; a new value gets the next number.

/** `status` in `resource_search` and `resource_history`. */
export const statusCodes: Readonly<Record<ResourceStatus, number>> = { active: 1, deleted: 2, unobserved: 3 };

/** `management_state` in `resource_search`. */
export const managementStateCodes: Readonly<Record<ManagementState, number>> = {
  managed: 1,
  unmanaged: 2,
  child: 3,
  default: 4,
  ignored: 5,
  unknown: 6,
};

/** `facet` and `other` in `resource_pair_counts`; 0 means none. */
export const dimensionCodes: Readonly<Record<Dimension, number>> = {
  resource_type: 1,
  aws_account_id: 2,
  region: 3,
  management_state: 4,
};

/** SQL that converts the code in a column to its name. */
export const statusNameOf = (column: string): string => nameOf(column, statusCodes);
export const managementStateNameOf = (column: string): string => nameOf(column, managementStateCodes);
export const dimensionNameOf = (column: string): string => nameOf(column, dimensionCodes);

/** SQL that counts rows by status, with one column per status. */
export function countsByStatus(column: string): string {
  return resourceStatuses
    .map((status) => `count(*) filter (where ${column} = ${statusCodes[status]}) as ${status}`)
    .join(', ');
}

function nameOf(column: string, codes: Readonly<Record<string, number>>): string {
  const cases = Object.entries(codes).map(([name, code]) => `when ${code} then '${name}'`);
  return `case ${column} ${cases.join(' ')} end`;
}
