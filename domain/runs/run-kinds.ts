/**
 * Kinds of runs. A run is one row and one workflow with the id `<kind>:<run_id>`. The kind determines the workflow type,
 * its task queue and the summary shown in the Temporal UI.
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
  sync_scm_connection: {
    workflowType: 'syncScmConnection',
    taskQueue: 'inventory',
    summary: 'Sync a source-control connection',
  },
  delete_scm_connection: {
    workflowType: 'deleteScmConnection',
    taskQueue: 'inventory',
    summary: 'Delete a source-control connection',
  },
  scan_repository: { workflowType: 'scanRepository', taskQueue: 'inventory', summary: 'Scan a repository' },
  handle_delivery: {
    workflowType: 'handleDelivery',
    taskQueue: 'inventory',
    summary: 'Process a webhook delivery',
  },
  publish_plan_impact: {
    workflowType: 'publishPlanImpact',
    taskQueue: 'inventory',
    summary: 'Publish the impact of a plan',
  },
  sync_state_source: {
    workflowType: 'syncStateSource',
    taskQueue: 'inventory',
    summary: 'Sync a Terraform state source',
  },
  sync_hcp_terraform: {
    workflowType: 'syncHcpTerraform',
    taskQueue: 'inventory',
    summary: 'Sync the workspaces of HCP Terraform',
  },
  detect_state_sources: {
    workflowType: 'detectStateSources',
    taskQueue: 'inventory',
    summary: 'Detect the Terraform states of a repository',
  },
  match_account: {
    workflowType: 'matchAccount',
    taskQueue: 'inventory',
    summary: 'Match the resources of an account with Terraform states',
  },
  open_import_pull_request: {
    workflowType: 'openImportPullRequest',
    taskQueue: 'inventory',
    summary: 'Open a pull request with import blocks',
  },
  infer_memberships: {
    workflowType: 'inferMemberships',
    taskQueue: 'inventory',
    summary: 'Infer applications, environments and teams',
  },
  extract_graph: {
    workflowType: 'extractGraph',
    taskQueue: 'inventory',
    summary: 'Extract the relationships of the resources of an account',
  },
  count_queries: { workflowType: 'countQueries', taskQueue: 'inventory', summary: 'Count the saved queries' },
  answer_turn: { workflowType: 'answerTurn', taskQueue: 'assistant', summary: 'Answer a question' },
} as const;

export type RunKind = keyof typeof runKinds;

/**
 * Priority keys of Temporal, 1 (first) to 5; its default is 3. A task of a lower key is dispatched before all those of a higher
 * key. `background`: runs that a schedule starts for many organizations at once, which nobody waits for.
 */
export const runPriorities = { normal: 3, background: 5 } as const;
export type RunPriority = keyof typeof runPriorities;

/** Input of the workflow of a run. Holds ids only, never a secret or a resource. */
export interface RunInput {
  readonly organizationId: string;
  readonly runId: string;
  /** Id of the record that the run processes: a connection, an account, a scan, a feed. */
  readonly subjectId: string;
}

/**
 * Task queues, by the provider that their activities call; `assistant` for turns, for which a user waits; `events` for
 * deliveries to receivers, which can be slow. `WORKER_QUEUES` lists the queues that a worker polls.
 */
export const taskQueues = ['inventory', 'aws', 'scm', 'assistant', 'events'] as const;
export type TaskQueue = (typeof taskQueues)[number];

/** The workflow that delivers the events of a subscription. It is no run: it has no row and no end that anybody waits for. */
export const deliveryWorkflow = {
  workflowType: 'deliverEvents',
  taskQueue: 'events',
  summary: 'Deliver events to a subscription',
  /** There is something to do. */
  signal: 'wake',
  idOf: (subscriptionId: string) => `deliver_events:${subscriptionId}`,
} as const;

/** Input of {@link deliveryWorkflow}. */
export interface DeliveryInput {
  readonly organizationId: string;
  readonly subscriptionId: string;
}

export function workflowIdOf(kind: RunKind, runId: string): string {
  return `${kind}:${runId}`;
}

/** Names of the custom search attributes, all of type Keyword. `AccountId` holds the 12 digits. */
export const searchAttributeNames = {
  organizationId: 'OrganizationId',
  awsAccountNumber: 'AccountId',
  kind: 'Kind',
} as const;
