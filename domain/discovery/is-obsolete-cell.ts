import { resourceType as tierAType, typesOfService } from './resource-types.ts';

/**
 * Whether no scan reads a tier A type in a region any more, because a later version reads it once, in region `global`, or
 * in regions only.
 */
export function isObsoleteCell(region: string, resourceType: string): boolean {
  const type = tierAType(resourceType);
  return type !== undefined && !typesOfService(type.service, region).includes(resourceType);
}
