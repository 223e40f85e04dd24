import test from 'ava';
import { mappingOperations } from '../../../api/mapping/index.ts';

/** Permission and audit action of each operation of state sources, as the contract of the API gives them. */
const contract: Readonly<Record<string, readonly [access: string, audit?: string]>> = {
  'GET /state-sources': ['state_sources:read'],
  'POST /state-sources': ['state_sources:manage', 'state_source.created'],
  'GET /state-sources/{id}': ['state_sources:read'],
  'PATCH /state-sources/{id}': ['state_sources:manage', 'state_source.updated'],
  'DELETE /state-sources/{id}': ['state_sources:manage', 'state_source.deleted'],
  'POST /state-sources/{id}/sync': ['state_sources:manage', 'state_source.sync_requested'],
  'GET /state-sources/{id}/entries': ['mapping:read'],
};

test('every operation of state sources has the permission and the audit action of the contract', (t) => {
  for (const [operation, [access, audit]] of Object.entries(contract)) {
    const declared = mappingOperations.find(({ method, path }) => `${method} ${path}` === operation);
    t.deepEqual({ access: String(declared?.access), audit: declared?.audit }, { access, audit }, operation);
  }
});
