import { z } from 'zod';
import { accountParameters } from '../../commands/inventory/account-filter.ts';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { authorTypeOf } from '../../domain/identity/author.ts';
import { requestScan } from '../../commands/discovery/request-scan.ts';
import { retryScanTask } from '../../commands/discovery/retry-scan-task.ts';
import { findScanWithFailures, listScans, listTasks } from '../../db/discovery/scan-read-model.ts';
import type { NamedScan, ScanFailure } from '../../db/discovery/scan-read-model.ts';
import { cancelScan, findScan } from '../../db/discovery/scan-store.ts';
import type { ScanTask as TaskRow } from '../../db/discovery/scan-task.ts';
import type { ScanRow } from '../../db/discovery/scan.ts';
import { regionPattern } from '../../domain/discovery/regions/region-name.ts';
import { isCollected } from '../../domain/discovery/tasks/plan-tasks.ts';
import { errors } from '../../domain/errors.ts';
import { scanStatuses, scanTaskStatuses, scanTriggers } from '../../domain/values.ts';
import {
  accountFields,
  accountNames,
  optionalAccountFields,
  presentAccount,
  presentOptionalAccount,
  withAccountIds,
} from '../connections/account-parameters.ts';
import type { PresentAccount } from '../connections/account-parameters.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Accepted, authorType, id, iso, timestamp } from '../http/schemas.ts';
import type { Services } from '../services.ts';

export const region = z
  .string()
  .regex(regionPattern, 'must be an AWS region or global')
  .meta({ examples: ['eu-west-1', 'global'] });

const collectedType = z
  .string()
  .max(200)
  .refine(isCollected, 'is not a collected resource type')
  .meta({ examples: ['AWS::SQS::Queue'] });

const CreateScanBody = z.strictObject({
  aws_account_id: id.optional(),
  connection_id: id.optional(),
  regions: z.array(region).min(1).max(50).optional(),
  resource_types: z.array(collectedType).min(1).max(500).optional(),
});

export const count = z.int().min(0);
const failedOutcome = z.enum(['denied', 'throttled', 'error']);

const Scan = z
  .object({
    id,
    run_id: id,
    trigger: z.enum(scanTriggers),
    scope: z.object({
      ...optionalAccountFields,
      connection_id: id.optional(),
      regions: z.array(z.string()).optional(),
      resource_types: z.array(z.string()).optional(),
    }),
    status: z.enum(scanStatuses).meta({ enumeration: 'ScanStatus' }),
    progress: z.object({ tasks_total: count, tasks_done: count, tasks_failed: count }),
    counts: z.object({ seen: count, created: count, updated: count, deleted: count, unchanged: count }),
    requested_by: id.optional(),
    requested_by_type: authorType.optional(),
    retry_of_task_id: id.optional(),
    created_at: timestamp,
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'Scan' });

const ScanWithFailures = Scan.extend({
  failures: z
    .array(
      z.object({
        task_id: id,
        ...accountFields,
        region: z.string(),
        service: z.string(),
        resource_type: z.string(),
        outcome: failedOutcome,
        error_code: z.string().optional(),
        error: z.string().optional(),
      }),
    )
    .describe('Failed cells, at most 1,000'),
}).meta({ id: 'ScanWithFailures' });

const ScanTask = z
  .object({
    id,
    ...accountFields,
    region: z.string(),
    service: z.string(),
    resource_types: z.array(z.string()),
    status: z.enum(scanTaskStatuses),
    attempts: count,
    resources_seen: count,
    error_code: z.string().optional(),
    error: z.string().optional(),
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
  })
  .meta({ id: 'ScanTask' });

export const scanOperations = [
  operation({
    id: 'listScans',
    method: 'GET',
    path: '/scans',
    tag: 'Discovery',
    summary: 'List scans, newest first',
    description: 'Filters are combined with AND.',
    access: 'scans:read',
    query: z.strictObject({
      ...pagingParameters,
      ...accountParameters,
      status: repeatable(z.enum(scanStatuses).meta({ enumeration: 'ScanStatus' })),
      trigger: repeatable(z.enum(scanTriggers)),
    }),
    success: [200, listOf(Scan)],
    async handle({ query, tenant, principal, services }) {
      const { request, envelope } = pager({ principal, services }, 'scans', query);
      const filters = await withAccountIds(tenant, query);
      const rows = await listScans(tenant, filters, request.after?.[0]?.toString(), request.limit);
      const page = cutPage(rows, request.limit, (scan) => [scan.id]);
      return envelope(page, (scan) => presentScan(scan, accountOf(scan)));
    },
  }),
  operation({
    id: 'createScan',
    method: 'POST',
    path: '/scans',
    tag: 'Discovery',
    summary: 'Start a scan',
    description: 'Scans one account, the accounts of one connection, or all included accounts.',
    access: 'scans:run',
    audit: 'scan.requested',
    body: CreateScanBody,
    success: [202, Scan],
    location: '/scans/{id}',
    errors: ['scan_conflict'],
    async handle({ body, tenant, services, principal, audit }) {
      if (body.aws_account_id !== undefined && body.connection_id !== undefined)
        throw errors.validationFailed('connection_id', 'cannot be combined with aws_account_id');
      const scan = await requestScan(tenant, services, {
        trigger: 'manual',
        connectionId: body.connection_id,
        accountIds: body.aws_account_id === undefined ? undefined : [body.aws_account_id],
        regions: body.regions,
        resourceTypes: body.resource_types,
        requestedBy: principal.id,
      });
      audit({ type: 'scan', id: scan.id });
      const account = await accountNames(tenant, [scan.awsAccountId]);
      return presentScan(scan, presentOptionalAccount(account, scan.awsAccountId));
    },
  }),
  operation({
    id: 'getScan',
    method: 'GET',
    path: '/scans/{id}',
    tag: 'Discovery',
    summary: 'Get a scan with its progress, counts and failures',
    description:
      'Returns the progress while the scan runs. `failures` lists the types and regions that could ' +
      'not be read.',
    access: 'scans:read',
    success: [200, ScanWithFailures],
    async handle({ params, tenant }) {
      const found = await findScanWithFailures(tenant, params.id);
      if (found === undefined) throw errors.notFound();
      const { scan, failures } = found;
      return { ...presentScan(scan, accountOf(scan)), failures: failures.map(presentScanFailure) };
    },
  }),
  operation({
    id: 'listScanTasks',
    method: 'GET',
    path: '/scans/{id}/tasks',
    tag: 'Discovery',
    summary: 'List the tasks of a scan',
    description: 'A scan has one task per account, region and service.',
    access: 'scans:read',
    query: z.strictObject({ ...pagingParameters, status: repeatable(z.enum(scanTaskStatuses)) }),
    success: [200, listOf(ScanTask)],
    async handle({ params, query, tenant, principal, services }) {
      const scan = await findScan(tenant, params.id);
      if (scan === undefined) throw errors.notFound();
      const { request, envelope } = pager({ principal, services }, `scans/${scan.id}/tasks`, query);
      const after = request.after?.[0]?.toString();
      const rows = await listTasks(tenant, scan.id, query.status, after, request.limit);
      const page = cutPage(rows, request.limit, (task) => [task.id]);
      const account = await accountNames(
        tenant,
        page.rows.map((task) => task.awsAccountId),
      );
      return envelope(page, (task) => presentScanTask(task, account));
    },
  }),
  operation({
    id: 'retryScanTask',
    method: 'POST',
    path: '/scans/{id}/tasks/{task_id}/retry',
    tag: 'Discovery',
    summary: 'Retry a failed scan task',
    description:
      'Starts a scan with the trigger `retry`. When it ends, the task and its scan are updated with the result.',
    access: 'scans:run',
    audit: 'scan_task.retried',
    success: [202, Accepted],
    errors: ['conflict', 'scan_conflict'],
    async handle({ params, tenant, services, principal, audit }) {
      const { taskId, runId } = await retryScanTask(tenant, services, {
        scanId: params.id,
        taskId: params.task_id,
        requestedBy: principal.id,
      });
      audit({ type: 'scan_task', id: taskId });
      return { run_id: runId };
    },
  }),
  operation({
    id: 'cancelScan',
    method: 'POST',
    path: '/scans/{id}/cancel',
    tag: 'Discovery',
    summary: 'Cancel a scan',
    description: 'Resources that the scan has already stored are kept. Does nothing when the scan has ended.',
    access: 'scans:run',
    audit: 'scan.cancelled',
    success: [202, Accepted],
    async handle({ params, tenant, services, audit, skipAudit }) {
      const scan = await findScan(tenant, params.id);
      if (scan === undefined) throw errors.notFound();
      if (await cancelScan(tenant, scan.id)) tenant.afterCommit(() => cancelWorkflow(services, scan.id));
      else skipAudit();
      audit({ type: 'scan', id: scan.id });
      return { run_id: scan.id };
    },
  }),
];

/** Cancels the workflow. If Temporal is unavailable, the scan's activities stop when they next read the scan's row. */
async function cancelWorkflow({ temporal, logger }: Services, scanId: string): Promise<void> {
  try {
    await temporal.cancelRunWorkflow('scan', scanId);
  } catch (error) {
    logger.info(
      { err: error, scan_id: scanId },
      'failed to cancel the scan workflow; its activities will stop when they next read its status',
    );
  }
}

function accountOf({ awsAccountId, accountNumber, accountName }: NamedScan) {
  return awsAccountId === undefined ? {} : presentAccount({ awsAccountId, accountNumber, accountName });
}

function presentScan(scan: ScanRow, account: ReturnType<typeof accountOf>) {
  return {
    id: scan.id,
    run_id: scan.id,
    trigger: scan.trigger,
    scope: {
      ...account,
      connection_id: scan.connectionId,
      regions: scan.regions,
      resource_types: scan.resourceTypes,
    },
    status: scan.status,
    progress: { tasks_total: scan.tasksTotal, tasks_done: scan.tasksDone, tasks_failed: scan.tasksFailed },
    counts: {
      seen: scan.seen,
      created: scan.created,
      updated: scan.updated,
      deleted: scan.deleted,
      unchanged: scan.unchanged,
    },
    requested_by: scan.requestedBy,
    requested_by_type: authorTypeOf(scan.requestedBy),
    retry_of_task_id: scan.retryOfTaskId,
    created_at: iso(scan.createdAt),
    started_at: iso(scan.startedAt),
    finished_at: iso(scan.finishedAt),
    error: scan.error,
  };
}

function presentScanFailure(failure: ScanFailure) {
  return {
    ...failure,
    account_name: failure.account_name ?? undefined,
    error_code: failure.error_code ?? undefined,
    error: failure.error ?? undefined,
  };
}

function presentScanTask(task: TaskRow, account: PresentAccount) {
  return {
    id: task.id,
    ...account(task.awsAccountId),
    region: task.region,
    service: task.service,
    resource_types: task.resourceTypes,
    status: task.status,
    attempts: task.attempts,
    resources_seen: task.resourcesSeen,
    error_code: task.errorCode,
    error: task.error,
    started_at: iso(task.startedAt),
    finished_at: iso(task.finishedAt),
  };
}
