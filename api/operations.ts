import { scmOperations } from './scm/index.ts';
import type { Operation } from './http/operation.ts';
import { assistantOperations } from './assistant/index.ts';
import { applicationOperations } from './applications/applications.ts';
import { environmentOperations } from './applications/environments.ts';
import { membershipOperations } from './applications/memberships.ts';
import { changeOperations } from './changes/index.ts';
import { accountOperations } from './connections/accounts.ts';
import { connectionOperations } from './connections/connections.ts';
import { discoveryOperations } from './discovery/index.ts';
import { graphOperations } from './graph/index.ts';
import { identityOperations } from './identity/index.ts';
import { inventoryOperations } from './inventory/index.ts';
import { codeMappingOperations } from './mapping/code-mapping.ts';
import { coverageOperations } from './mapping/coverage.ts';
import { importOperations } from './mapping/imports.ts';
import { stateSourceOperations } from './mapping/state-sources.ts';
import { metaOperations } from './meta/index.ts';
import { organizationOperations } from './organizations/index.ts';
import { applicationOwnerOperations } from './ownership/application-owners.ts';
import { getResourceOwnershipOperation } from './ownership/get-resource-ownership.ts';
import { inferenceRuleOperations } from './ownership/inference-rules.ts';
import { listOwnershipEventsOperation } from './ownership/list-ownership-events.ts';
import { listOwnershipIssuesOperation } from './ownership/list-ownership-issues.ts';
import { teamOperations } from './ownership/teams.ts';
import { planOperations } from './plans/index.ts';

/** Every operation of the API, by feature. */
export const operations: readonly Operation[] = [
  ...metaOperations,
  ...identityOperations,
  ...organizationOperations,
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
  ...planOperations,
  ...discoveryOperations,
  ...inventoryOperations,
  ...changeOperations,
  ...scmOperations,
  ...stateSourceOperations,
  ...coverageOperations,
  ...codeMappingOperations,
  ...importOperations,
  ...assistantOperations,
];
