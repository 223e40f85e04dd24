import { listResourceTypes } from './list-resource-types.ts';

export const resourceTypeOperations = [listResourceTypes];
