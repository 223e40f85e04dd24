import { exportResources } from './export-resources.ts';
import { getResource } from './get-resource.ts';
import { listResources } from './list-resources.ts';
import { listResourceRevisions } from './list-revisions.ts';

/** The export before the resource whose id it would be. */
export const resourceOperations = [listResources, exportResources, getResource, listResourceRevisions];
