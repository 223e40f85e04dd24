import { listResourceTypes } from './list-resource-types.ts';
import { getOverview } from './get-overview.ts';
import { exportResources } from './export-resources.ts';
import { getResource } from './get-resource.ts';
import { listResources } from './list-resources.ts';
import { listSharedResources } from './list-shared-resources.ts';
import { listResourceRevisions } from './list-resource-revisions.ts';

export const inventoryOperations = [
  listResources,
  exportResources,
  getResource,
  listResourceRevisions,
  getOverview,
  listResourceTypes,
  listSharedResources,
];
