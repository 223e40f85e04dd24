import { cloudControlTypes } from '../discovery/cloud-control/cloud-control-types.ts';
import { RESOURCE_TYPES } from '../discovery/resource-types.ts';

/** Types of the inventory that Terraform can manage. */
export const mappedResourceTypes: readonly string[] = RESOURCE_TYPES.filter(
  ({ terraformTypes }) => terraformTypes.length > 0,
).map(({ resourceType }) => resourceType);

/** Types that a scan can collect. */
export const collectedResourceTypes: readonly string[] = [
  ...RESOURCE_TYPES.map(({ resourceType }) => resourceType),
  ...cloudControlTypes.map(({ resourceType }) => resourceType),
];
