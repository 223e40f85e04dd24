import test from 'ava';
import { operations } from '../../../api/operations.ts';

/** Permission and audit action of operations of mapping, as the contract of the API gives them. */
const contract: Readonly<Record<string, readonly [access: string, audit?: string]>> = {
  'GET /state-sources': ['state_sources:read'],
  'POST /state-sources': ['state_sources:manage', 'state_source.created'],
  'GET /state-sources/{id}': ['state_sources:read'],
  'PATCH /state-sources/{id}': ['state_sources:manage', 'state_source.updated'],
  'DELETE /state-sources/{id}': ['state_sources:manage', 'state_source.deleted'],
  'POST /state-sources/{id}/sync': ['state_sources:manage', 'state_source.sync_requested'],
  'GET /state-sources/{id}/entries': ['mapping:read'],
  'GET /mapping/summary': ['mapping:read'],
  'GET /mapping/coverage-history': ['mapping:read'],
  'GET /resources/{id}/code-mapping': ['mapping:read'],
  'GET /resources/{id}/mapping-corrections': ['mapping:read'],
  'POST /resources/{id}/mapping-corrections': ['mapping:correct', 'mapping.corrected'],
  'DELETE /resources/{id}/mapping-corrections/{correction_id}': [
    'mapping:correct',
    'mapping.correction_undone',
  ],
  'POST /mapping/import-blocks': ['mapping:read'],
  'POST /mapping/import-pull-requests': ['iac_projects:manage', 'import_pull_request.requested'],
};

test('every operation of mapping has the permission and the audit action of the contract', (t) => {
  for (const [operation, [access, audit]] of Object.entries(contract)) {
    const declared = operations.find(({ method, path }) => `${method} ${path}` === operation);
    t.deepEqual({ access: String(declared?.access), audit: declared?.audit }, { access, audit }, operation);
  }
});
