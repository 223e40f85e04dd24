import { getResource } from './get-resource.ts';
import { listResources } from './list-resources.ts';

export const resourceOperations = [listResources, getResource];
