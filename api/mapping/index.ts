import { createImportBlocks } from './create-import-blocks.ts';
import { createImportPullRequest } from './create-import-pull-request.ts';
import { createStateSource } from './create-state-source.ts';
import { deleteStateSource } from './delete-state-source.ts';
import { getStateSource } from './get-state-source.ts';
import { listStateEntries } from './list-state-entries.ts';
import { listStateSources } from './list-state-sources.ts';
import { syncStateSource } from './sync-state-source.ts';
import { updateStateSource } from './update-state-source.ts';

export const mappingOperations = [
  listStateSources,
  createStateSource,
  getStateSource,
  updateStateSource,
  deleteStateSource,
  syncStateSource,
  listStateEntries,
  createImportBlocks,
  createImportPullRequest,
];
