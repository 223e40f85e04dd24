import { createAssistantActivities } from './assistant/assistant-activities.ts';
import { createChangeActivities } from './changes/change-activities.ts';
import { createAccountActivities } from './connections/account-activities.ts';
import { createConnectionActivities } from './connections/connection-activities.ts';
import { createDeletionActivities } from './connections/deletion-activities.ts';
import { createDirectoryActivities } from './connections/directory-activities.ts';
import { createFirstScanActivities } from './connections/first-scan-activities.ts';
import { createUpgradeActivities } from './connections/upgrade-activities.ts';
import type { Dependencies } from './dependencies.ts';
import { createAccountScanActivities } from './discovery/account-scan-activities.ts';
import { createScanActivities } from './discovery/scan-activities.ts';
import { createEventActivities } from './events/event-activities.ts';
import { createGraphActivities } from './graph/graph-activities.ts';
import { createMappingActivities } from './mapping/mapping-activities.ts';
import { createMaintenanceActivities } from './maintenance/maintenance-activities.ts';
import { createOwnershipActivities } from './ownership/ownership-activities.ts';
import { createQueryActivities } from './queries/query-activities.ts';
import { createRunActivities } from './runs/run-activities.ts';
import { createScmActivities } from './scm/scm-activities.ts';
import { createScmMaintenanceActivities } from './scm/scm-maintenance-activities.ts';

/** Returns all activities. Workflows import only the type. */
export function createActivities(dependencies: Dependencies) {
  return {
    ...createRunActivities(dependencies),
    ...createConnectionActivities(dependencies),
    ...createDirectoryActivities(dependencies),
    ...createAccountActivities(dependencies),
    ...createFirstScanActivities(dependencies),
    ...createUpgradeActivities(dependencies),
    ...createDeletionActivities(dependencies),
    ...createScanActivities(dependencies),
    ...createAccountScanActivities(dependencies),
    ...createChangeActivities(dependencies),
    ...createMaintenanceActivities(dependencies),
    ...createScmActivities(dependencies),
    ...createScmMaintenanceActivities(dependencies),
    ...createMappingActivities(dependencies),
    ...createOwnershipActivities(dependencies),
    ...createGraphActivities(dependencies),
    ...createQueryActivities(dependencies),
    ...createAssistantActivities(dependencies),
    ...createEventActivities(dependencies),
  };
}

export type Activities = ReturnType<typeof createActivities>;
