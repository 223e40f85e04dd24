import { globalRegion } from '../../values.ts';
import { RESOURCE_TYPES, typesOfService } from '../declaration/resource-types.ts';

/** The tier A types, which every full scan reads. Tier B types are covered only where a discovery hint exists. */
export const expectedTypes = RESOURCE_TYPES.map(({ resourceType, service, scope }) => ({
  resource_type: resourceType,
  regional: scope === 'regional',
  global: typesOfService(service, globalRegion).includes(resourceType),
}));
