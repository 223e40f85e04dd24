import { scmOperations } from './scm/index.ts';
import type { Operation } from './http/operation.ts';
import { assistantOperations } from './assistant/index.ts';
import { applicationOperations } from './applications/applications.ts';
import { environmentOperations } from './applications/environments.ts';
import { membershipOperations } from './applications/memberships.ts';
import { changeOperations } from './changes/index.ts';
import { accountOperations } from './connections/accounts.ts';
import { connectionOperations } from './connections/connections.ts';
import { listCoverageOperation } from './discovery/list-coverage.ts';
import { scanOperations } from './discovery/scans.ts';
import { graphOperations } from './graph/index.ts';
import { identityOperations } from './identity/index.ts';
import { inventoryOperations } from './inventory/index.ts';
import { codeMappingOperations } from './mapping/code-mapping.ts';
import { coverageOperations } from './mapping/coverage.ts';
import { importOperations } from './mapping/imports.ts';
import { stateSourceOperations } from './mapping/state-sources.ts';
import { metaOperations } from './meta/index.ts';
import { auditLogOperations } from './organizations/audit-log.ts';
import { ingestTokenOperations } from './organizations/ingest-tokens.ts';
import { invitationOperations } from './organizations/invitations.ts';
import { memberOperations } from './organizations/members.ts';
import { organizationOperations } from './organizations/organization.ts';
import { roleOperations } from './organizations/roles.ts';
import { applicationOwnerOperations } from './ownership/application-owners.ts';
import { getResourceOwnershipOperation } from './ownership/get-resource-ownership.ts';
import { inferenceRuleOperations } from './ownership/inference-rules.ts';
import { listOwnershipEventsOperation } from './ownership/list-ownership-events.ts';
import { listOwnershipIssuesOperation } from './ownership/list-ownership-issues.ts';
import { teamOperations } from './ownership/teams.ts';
import { executionOperations } from './plans/executions.ts';
import { planOperations } from './plans/plans.ts';

/** Every operation of the API, by feature. */
export const operations: readonly Operation[] = [
  ...metaOperations,
  ...identityOperations,
  ...organizationOperations,
  ...auditLogOperations,
  ...ingestTokenOperations,
  ...invitationOperations,
  ...memberOperations,
  ...roleOperations,
  ...connectionOperations,
  ...accountOperations,
  ...applicationOperations,
  ...membershipOperations,
  ...environmentOperations,
  ...teamOperations,
  ...applicationOwnerOperations,
  getResourceOwnershipOperation,
  ...inferenceRuleOperations,
  listOwnershipEventsOperation,
  listOwnershipIssuesOperation,
  ...graphOperations,
  ...executionOperations,
  ...planOperations,
  ...scanOperations,
  listCoverageOperation,
  ...inventoryOperations,
  ...changeOperations,
  ...scmOperations,
  ...stateSourceOperations,
  ...coverageOperations,
  ...codeMappingOperations,
  ...importOperations,
  ...assistantOperations,
];
