import type { Activities } from '../activities/index.ts';
import type { TaskQueue } from '../domain/runs/run-kinds.ts';

/**
 * Task queue of every activity. An activity that calls AWS or a source-control provider takes seconds to hours and runs on
 * `aws` or `scm`, where it cannot delay the short database activities on `inventory`. Turns of the assistant, for which a
 * user waits, run on `assistant`, deliveries of events on `events`. `workflows/task-routing.ts` applies the table.
 */
export const activityQueues: Readonly<Record<keyof Activities, TaskQueue>> = {
  markRunStarted: 'inventory',
  markRunFinished: 'inventory',

  checkRoleDeployed: 'aws',
  checkConnection: 'aws',
  markStepInProgress: 'inventory',
  syncDirectory: 'aws',

  listAccountsToValidate: 'inventory',
  validateOneAccount: 'aws',
  markAccountUnreachable: 'inventory',
  finishAccountValidation: 'inventory',
  finishValidation: 'inventory',

  requestFirstScans: 'inventory',
  requestScheduledScan: 'inventory',
  recheckOnboarding: 'inventory',

  planUpgrade: 'aws',
  upgradeStack: 'aws',
  getStackUpgradeState: 'aws',
  upgradeStackSet: 'aws',
  getStackSetUpgradeState: 'aws',
  countOutdatedAccounts: 'inventory',

  cancelConnectionRuns: 'inventory',
  retireAccounts: 'inventory',
  markConnectionDeleted: 'inventory',

  listScanAccounts: 'inventory',
  scanAccounts: 'inventory',
  planScanAccount: 'aws',
  pendingScanTasks: 'inventory',
  runScanTasks: 'aws',
  scanOutcome: 'inventory',
  listClosedAccountScans: 'inventory',

  ingestRunFeed: 'aws',
  pollDueFeeds: 'aws',
  reconcileFeeds: 'inventory',

  syncScmRepositories: 'scm',
  syncScmHeads: 'scm',
  syncScmPullRequests: 'scm',
  finishScmSync: 'scm',
  scanRepositoryHead: 'scm',
  failRepositoryScan: 'inventory',
  applyDelivery: 'scm',
  failDelivery: 'inventory',
  deleteScmRows: 'inventory',
  startScmSyncs: 'inventory',
  startWaitingDeliveries: 'inventory',
  redeliverGithubWebhooks: 'scm',
  publishPlanImpact: 'scm',

  syncStateObject: 'aws',
  syncHcpTerraformConnection: 'scm',
  detectRepositoryStates: 'aws',
  matchAccountEntries: 'inventory',
  startStateSyncs: 'inventory',
  openImportPullRequest: 'scm',

  inferQueuedMemberships: 'inventory',
  requestQueuedInferences: 'inventory',
  requestFullInferences: 'inventory',

  extractHolders: 'inventory',
  resolveDueHolders: 'inventory',
  finishExtraction: 'inventory',
  requestFullExtractions: 'inventory',

  countSavedQueries: 'inventory',
  countProperties: 'inventory',
  requestQueryCounts: 'inventory',

  runTurn: 'assistant',
  endTurn: 'assistant',

  sendDueBatches: 'events',

  deleteExpiredRows: 'inventory',
  deleteOldHistory: 'inventory',
  reconcileScanSchedules: 'inventory',
  syncAwsOrganizations: 'inventory',
  refreshMappings: 'inventory',
  refreshPlannerStatistics: 'inventory',
  checkSsoDomains: 'inventory',
  logAuditHeads: 'inventory',
};
