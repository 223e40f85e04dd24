import { scmOperations } from './scm/index.ts';
import type { Operation } from './http/operation.ts';
import { assistantOperations } from './assistant/index.ts';
import { applicationOperations } from './applications/index.ts';
import { changeOperations } from './changes/index.ts';
import { connectionOperations } from './connections/index.ts';
import { discoveryOperations } from './discovery/index.ts';
import { graphOperations } from './graph/index.ts';
import { identityOperations } from './identity/index.ts';
import { inventoryOperations } from './inventory/index.ts';
import { mappingOperations } from './mapping/index.ts';
import { metaOperations } from './meta/index.ts';
import { organizationOperations } from './organizations/index.ts';
import { ownershipOperations } from './ownership/index.ts';
import { planOperations } from './plans/index.ts';

/** Every operation of the API, by feature. */
export const operations: readonly Operation[] = [
  ...metaOperations,
  ...identityOperations,
  ...organizationOperations,
  ...connectionOperations,
  ...applicationOperations,
  ...ownershipOperations,
  ...graphOperations,
  ...planOperations,
  ...discoveryOperations,
  ...inventoryOperations,
  ...changeOperations,
  ...scmOperations,
  ...mappingOperations,
  ...assistantOperations,
];
