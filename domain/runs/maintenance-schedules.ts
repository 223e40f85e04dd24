import { dayMinutes } from '../time.ts';
import { dailySlotMinutes } from './daily-slot.ts';
import type { TaskQueue } from './run-kinds.ts';

/** Periodic work of the installation, started by a Temporal Schedule once for all workers. */
export interface MaintenanceSchedule {
  /** Kebab-case; part of the schedule's id in Temporal. */
  readonly id: string;
  readonly workflowType: string;
  /** A number, or the field of the configuration that holds it. */
  readonly everyMinutes: number | 'scmReconcileMinutes';
  /** The field of the configuration with an interval in seconds. Shorter than a minute, it replaces `everyMinutes`. */
  readonly everySeconds?: 'changesPollSeconds';
  readonly taskQueue: TaskQueue;
  /** Shown in the Temporal UI. */
  readonly summary: string;
}

/**
 * Every maintenance schedule. Workers create and update the schedules in Temporal from this table and delete a schedule
 * that was removed from it. Work that has to run more often than once a minute is a loop in `worker/` instead.
 */
export const maintenanceSchedules: readonly MaintenanceSchedule[] = [
  {
    id: 'poll-changes',
    workflowType: 'pollChanges',
    // Each feed is due every CHANGES_POLL_SECONDS. Temporal skips a start while the previous poll is running.
    everyMinutes: 1,
    everySeconds: 'changesPollSeconds',
    taskQueue: 'inventory',
    summary: 'Poll CloudTrail for changes',
  },
  {
    id: 'delete-expired-rows',
    workflowType: 'deleteExpiredRows',
    everyMinutes: 10,
    taskQueue: 'inventory',
    summary: 'Delete expired rows',
  },
  {
    id: 'delete-old-history',
    workflowType: 'deleteOldHistory',
    everyMinutes: 60,
    taskQueue: 'inventory',
    summary: 'Delete old history, events, scans and runs',
  },
  {
    id: 'log-audit-heads',
    workflowType: 'logAuditHeads',
    everyMinutes: dayMinutes,
    taskQueue: 'inventory',
    summary: 'Log the heads of the audit chains',
  },
  {
    id: 'check-sso-domains',
    workflowType: 'checkSsoDomains',
    // Each domain is due once a day.
    everyMinutes: 60,
    taskQueue: 'inventory',
    summary: 'Check the proofs of the domains of single sign-on',
  },
  {
    id: 'reconcile-scan-schedules',
    workflowType: 'reconcileScanSchedules',
    everyMinutes: 10,
    taskQueue: 'inventory',
    summary: 'Reconcile the scan schedules of accounts',
  },
  {
    id: 'sync-aws-organizations',
    workflowType: 'syncAwsOrganizations',
    everyMinutes: 10,
    taskQueue: 'inventory',
    summary: 'Start the due syncs of AWS organizations',
  },
  {
    id: 'start-scm-syncs',
    workflowType: 'startScmSyncs',
    // Each connection is due every SCM_RECONCILE_MINUTES.
    everyMinutes: 1,
    taskQueue: 'inventory',
    summary: 'Start the due syncs of source-control connections',
  },
  {
    id: 'start-state-syncs',
    workflowType: 'startStateSyncs',
    // Each source, and the states of each repository, are due every STATE_SYNC_MINUTES.
    everyMinutes: 1,
    taskQueue: 'inventory',
    summary: 'Start the due syncs and detections of Terraform states',
  },
  {
    id: 'start-waiting-deliveries',
    workflowType: 'startWaitingDeliveries',
    everyMinutes: 1,
    taskQueue: 'inventory',
    summary: 'Start the runs of waiting webhook deliveries',
  },
  {
    id: 'redeliver-github-webhooks',
    workflowType: 'redeliverGithubWebhooks',
    everyMinutes: 'scmReconcileMinutes',
    taskQueue: 'inventory',
    summary: 'Request failed webhook deliveries of GitHub again',
  },
  {
    id: 'refresh-mappings',
    workflowType: 'refreshMappings',
    everyMinutes: 10,
    taskQueue: 'inventory',
    summary: 'Refresh the mapping of resources to code',
  },
  {
    id: 'request-queued-inferences',
    workflowType: 'requestQueuedInferences',
    everyMinutes: 1,
    taskQueue: 'inventory',
    summary: 'Start the inference runs of queued changes',
  },
  {
    id: 'request-query-counts',
    workflowType: 'requestQueryCounts',
    everyMinutes: 1,
    taskQueue: 'inventory',
    summary: 'Start the counts of saved queries that are due',
  },
  {
    id: 'request-full-inferences',
    workflowType: 'requestFullInferences',
    // Each organization has one slot of the day.
    everyMinutes: dailySlotMinutes,
    taskQueue: 'inventory',
    summary: 'Start the full inference runs of the organizations whose slot it is',
  },
  {
    id: 'request-full-extractions',
    workflowType: 'requestFullExtractions',
    // Each organization has one slot of the day.
    everyMinutes: dailySlotMinutes,
    taskQueue: 'inventory',
    summary: 'Extract all relationships of the organizations whose slot it is',
  },
  {
    id: 'refresh-planner-statistics',
    workflowType: 'refreshPlannerStatistics',
    everyMinutes: 60,
    taskQueue: 'inventory',
    summary: 'Refresh planner statistics of the inventory tables',
  },
];

/** Value of the search attribute `Kind` of the schedules themselves. */
export const maintenanceKind = 'maintenance';

/** First part of the Temporal ids of all maintenance schedules of an installation. */
export function maintenanceIdPrefix(taskQueuePrefix: string): string {
  return `${taskQueuePrefix}${maintenanceKind}:`;
}

/** The schedule's id in Temporal, and the base of the ids of the workflows that it starts. */
export function maintenanceScheduleId(taskQueuePrefix: string, id: string): string {
  return `${maintenanceIdPrefix(taskQueuePrefix)}${id}`;
}
