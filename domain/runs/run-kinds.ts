/**
 * Long-running work: one row, one workflow `<kind>:<run_id>`. The kind names the workflow's type, the queue
 * that runs it and the words operators read in the Temporal UI.
 */
export const runKinds = {
  onboard_connection: {
    workflowType: 'onboardConnection',
    taskQueue: 'inventory',
    summary: 'Onboard a connection',
  },
  validate_connection: {
    workflowType: 'validateConnection',
    taskQueue: 'inventory',
    summary: 'Validate a connection',
  },
  validate_account: {
    workflowType: 'validateAccount',
    taskQueue: 'inventory',
    summary: 'Validate an account',
  },
  sync_accounts: { workflowType: 'syncAccounts', taskQueue: 'inventory', summary: 'Sync accounts' },
  upgrade_template: {
    workflowType: 'upgradeTemplate',
    taskQueue: 'inventory',
    summary: 'Upgrade the role template',
  },
  delete_connection: {
    workflowType: 'deleteConnection',
    taskQueue: 'inventory',
    summary: 'Delete a connection',
  },
  scan: { workflowType: 'scan', taskQueue: 'inventory', summary: 'Scan cloud accounts' },
  ingest_changes: {
    workflowType: 'ingestChanges',
    taskQueue: 'inventory',
    summary: 'Ingest CloudTrail events',
  },
} as const;

export type RunKind = keyof typeof runKinds;

/** Input of every run's workflow: ids only, never a secret or a resource. */
export interface RunInput {
  readonly organizationId: string;
  readonly runId: string;
  /** The record the run works on: a connection, an account, a scan, ... */
  readonly subjectId: string;
}

/** Task queues by what their activities call; workers choose which they serve. */
export const taskQueues = ['inventory', 'aws', 'scm', 'assistant'] as const;
export type TaskQueue = (typeof taskQueues)[number];

export function workflowIdOf(kind: RunKind, runId: string): string {
  return `${kind}:${runId}`;
}

/** Custom search attributes of every workflow; all of type Keyword. */
export const searchAttributeNames = {
  organizationId: 'OrganizationId',
  awsAccountNumber: 'AccountId',
  kind: 'Kind',
} as const;
