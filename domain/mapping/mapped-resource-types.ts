import { cloudControlTypes } from '../discovery/cloud-control/cloud-control-types.ts';
import { RESOURCE_TYPES } from '../discovery/declaration/resource-types.ts';
import { resourceTypesOfRules as typesOfRules } from './rules/mapping-rule.ts';

/** Types of the inventory that a mapping rule names: Terraform can manage their resources. */
export const mappedResourceTypes: readonly string[] = [...typesOfRules];

/** Types that a scan can collect. */
export const collectedResourceTypes: readonly string[] = [
  ...RESOURCE_TYPES.map(({ resourceType }) => resourceType),
  ...cloudControlTypes.map(({ resourceType }) => resourceType),
];
