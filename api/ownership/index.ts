import { getResourceOwnership } from './get-resource-ownership.ts';

export const ownershipOperations = [getResourceOwnership];
