import { resourceType as tierAType, typesOfService } from '../declaration/resource-types.ts';

/**
 * Returns whether scans no longer read a tier A type in a region, because a newer version reads the type only in region
 * `global`, or only in the other regions.
 */
export function isObsoleteCell(region: string, resourceType: string): boolean {
  const type = tierAType(resourceType);
  return type !== undefined && !typesOfService(type.service, region).includes(resourceType);
}
