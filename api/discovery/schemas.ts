import { z } from 'zod';
import { regionPattern } from '../../domain/discovery/regions/region-name.ts';
import { isCollected } from '../../domain/discovery/tasks/plan-tasks.ts';
import { coverageOutcomes, scanStatuses, scanTaskStatuses, scanTriggers } from '../../domain/values.ts';
import type { ScanRow } from '../../db/discovery/scan.ts';
import type { ScanTask as TaskRow } from '../../db/discovery/scan-task.ts';
import type { CoverageCell as CellRow } from '../../db/discovery/coverage-read-model.ts';
import type { ScanFailure } from '../../db/discovery/scan-read-model.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

export const region = z
  .string()
  .regex(regionPattern, 'must be an AWS region or global')
  .meta({ examples: ['eu-west-1', 'global'] });
export const collectedType = z
  .string()
  .max(200)
  .refine(isCollected, 'is not a collected resource type')
  .meta({ examples: ['AWS::SQS::Queue'] });

const count = z.int().min(0);
const failedOutcome = z.enum(['denied', 'throttled', 'error']);

export const Scan = z
  .object({
    id,
    run_id: id,
    trigger: z.enum(scanTriggers),
    scope: z.object({
      aws_account_id: id.optional(),
      connection_id: id.optional(),
      regions: z.array(z.string()).optional(),
      resource_types: z.array(z.string()).optional(),
    }),
    status: z.enum(scanStatuses),
    progress: z.object({ tasks_total: count, tasks_done: count, tasks_failed: count }),
    counts: z.object({ seen: count, created: count, updated: count, deleted: count, unchanged: count }),
    requested_by: id.optional(),
    retry_of_task_id: id.optional(),
    created_at: timestamp,
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'Scan' });

export const ScanWithFailures = Scan.extend({
  failures: z
    .array(
      z.object({
        task_id: id,
        aws_account_id: id,
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

export const ScanTask = z
  .object({
    id,
    aws_account_id: id,
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

export const CoverageCell = z
  .object({
    aws_account_id: id,
    region: z.string(),
    resource_type: z.string(),
    outcome: z.enum(coverageOutcomes),
    error_code: z.string().optional(),
    error: z.string().optional(),
    scan_id: id.optional(),
    last_attempt_at: timestamp.optional(),
    last_complete_at: timestamp.optional(),
    blocked_until: timestamp
      .optional()
      .describe(
        'Time until which the cell is not read again, because a policy of the AWS organization denies it',
      ),
    unreadable: count.describe('Number of active resources with parts that the last scan could not read'),
  })
  .meta({ id: 'CoverageCell' });

export function presentScan(scan: ScanRow) {
  return {
    id: scan.id,
    run_id: scan.id,
    trigger: scan.trigger,
    scope: {
      aws_account_id: scan.awsAccountId,
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
    retry_of_task_id: scan.retryOfTaskId,
    created_at: iso(scan.createdAt),
    started_at: iso(scan.startedAt),
    finished_at: iso(scan.finishedAt),
    error: scan.error,
  };
}

export function presentScanFailure(failure: ScanFailure) {
  return { ...failure, error_code: failure.error_code ?? undefined, error: failure.error ?? undefined };
}

export function presentScanTask(task: TaskRow) {
  return {
    id: task.id,
    aws_account_id: task.awsAccountId,
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

export function presentCoverageCell(cell: CellRow) {
  return {
    aws_account_id: cell.awsAccountId,
    region: cell.region,
    resource_type: cell.resourceType,
    outcome: cell.outcome,
    error_code: cell.errorCode,
    error: cell.error,
    scan_id: cell.scanId,
    last_attempt_at: iso(cell.lastAttemptAt),
    last_complete_at: iso(cell.lastCompleteAt),
    blocked_until: iso(cell.blockedUntil),
    unreadable: cell.unreadable,
  };
}
