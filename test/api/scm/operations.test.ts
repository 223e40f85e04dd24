import test from 'ava';
import { operations } from '../../../api/operations.ts';

const scmTags = ['Source control', 'Repositories', 'IaC projects', 'Pull requests'];
const scmOperations = operations.filter(({ tag }) => scmTags.includes(tag));

/** Permission and audit action of each operation, as the contract of the API gives them. */
const contract: Readonly<Record<string, readonly [access: string, audit?: string]>> = {
  'GET /scm/connections': ['scm:read'],
  'GET /scm/connections/{id}': ['scm:read'],
  'PATCH /scm/connections/{id}': ['scm:manage', 'scm_connection.updated'],
  'DELETE /scm/connections/{id}': ['scm:manage', 'scm_connection.deleted'],
  'POST /scm/gitlab/connections': ['scm:manage', 'scm_connection.created'],
  'GET /scm/github/installation-url': ['scm:manage'],
  'GET /scm/github/callback': ['public', 'scm_connection.created'],
  'GET /scm/connections/{id}/discoverable-repositories': ['scm:read'],
  'PUT /scm/connections/{id}/repositories': ['scm:manage', 'scm_connection.repositories_selected'],
  'POST /scm/connections/{id}/sync': ['scm:manage', 'scm_connection.sync_requested'],
  'POST /webhooks/github': ['public'],
  'POST /webhooks/gitlab': ['public'],
  'GET /repositories': ['repositories:read'],
  'GET /repositories/{id}': ['repositories:read'],
  'PUT /repositories/{id}/automation-grants': ['repositories:manage', 'repository.grants_set'],
  'PUT /repositories/{id}/associations': ['repositories:manage', 'repository.associations_set'],
  'POST /repositories/{id}/rescan': ['repositories:manage', 'repository.rescan_requested'],
  'GET /repositories/{id}/iac-projects': ['iac_projects:read'],
  'POST /repositories/{id}/iac-projects': ['iac_projects:manage', 'iac_project.created'],
  'GET /repositories/{id}/pull-requests': ['pull_requests:read'],
  'GET /pull-requests': ['pull_requests:read'],
  'GET /iac-projects': ['iac_projects:read'],
  'GET /iac-projects/{id}': ['iac_projects:read'],
  'PATCH /iac-projects/{id}': ['iac_projects:manage', 'iac_project.corrected'],
};

test('every operation of source control has the permission and the audit action of the contract', (t) => {
  for (const { method, path, access, audit } of scmOperations) {
    const [expectedAccess, expectedAudit] = contract[`${method} ${path}`] ?? [];
    t.deepEqual(
      { access: String(access), audit: audit as string | undefined },
      { access: expectedAccess ?? 'not in the contract', audit: expectedAudit },
      `${method} ${path}`,
    );
  }
});
