import { createImportBlocks } from './create-import-blocks.ts';
import { createImportPullRequest } from './create-import-pull-request.ts';
import { createMappingCorrection } from './create-mapping-correction.ts';
import { deleteMappingCorrection } from './delete-mapping-correction.ts';
import { getCodeMapping } from './get-code-mapping.ts';
import { getCoverageHistory } from './get-coverage-history.ts';
import { getMappingSummary } from './get-mapping-summary.ts';
import { listMappingCorrections } from './list-mapping-corrections.ts';
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
  getMappingSummary,
  getCoverageHistory,
  getCodeMapping,
  listMappingCorrections,
  createMappingCorrection,
  deleteMappingCorrection,
  createImportBlocks,
  createImportPullRequest,
];
