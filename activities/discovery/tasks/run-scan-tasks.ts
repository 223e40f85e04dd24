import { CancelledFailure, Context } from '@temporalio/activity';
import { partitionOfArn } from '../../../domain/discovery/regions/aws-partition.ts';
import { failuresOf } from '../../../domain/discovery/tasks/scan-outcomes.ts';
import { tasksAtOnce, tasksPerActivity } from '../../../domain/discovery/tasks/scan-input.ts';
import type { ScanRegionInput } from '../../../domain/discovery/tasks/scan-input.ts';
import { listBlockedCells } from '../../../db/discovery/policy-block-store.ts';
import type { BlockedCell } from '../../../db/discovery/policy-block-store.ts';
import {
  TaskLeaseLost,
  beginAttempts,
  claimTasks,
  renewLeases,
  restartTasks,
} from '../../../db/discovery/task-store.ts';
import type { TaskClaim, ClaimedTask } from '../../../db/discovery/task-store.ts';
import { findScan } from '../../../db/discovery/scan-store.ts';
import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import { findScannableAccounts } from '../../../db/connections/scannable-accounts.ts';
import type { ScannableAccount } from '../../../db/connections/scannable-accounts.ts';
import type { Attempt } from '../../../db/discovery/attempt.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { Dependencies } from '../../dependencies.ts';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';
import { messageOf } from '../../../domain/text/message-of.ts';
import { userMessage } from '../../../domain/text/user-message.ts';
import type { CallLimiters } from '../aws/call-limiters.ts';
import { accessTo } from '../aws/account-access.ts';
import type { AccessFailure, AccountAccess } from '../aws/account-access.ts';
import { firstCalls } from '../aws/first-calls.ts';
import { withoutProgress } from '../../../runtime/progress.ts';
import { inGroups } from '../../shared/in-groups.ts';
import { takeRunOrLeave } from '../../shared/take-run-or-leave.ts';
import { withHeartbeat } from '../../shared/with-heartbeat.ts';
import type { RegionGuard, RegionGuards } from '../aws/region-guards.ts';
import { failTask, isTransient, runTask } from './run-task.ts';
import type { TaskToRun } from './run-task.ts';
import type { StatisticsRefresher } from './statistics-refresher.ts';

export interface TaskRunner {
  readonly dependencies: Dependencies;
  readonly limiters: CallLimiters;
  readonly guards: RegionGuards;
  readonly statistics: StatisticsRefresher;
  /** Limits concurrent transactions of the process's tasks, so that they cannot exhaust the connection pool. */
  readonly limitTransactions: <T>(work: () => Promise<T>) => Promise<T>;
  hmacKeyOf(organizationId: string): Promise<Uint8Array>;
}

/** Longer than each step: a call to AWS ends after 65 s. */
const stallSeconds = 120;
const renewMs = 5_000;
/** An unfinished task fails after this many attempts: it probably crashes its worker. */
const maximumAttempts = 12;

/**
 * Claims the next tasks of an account and region and runs them. Returns the number of claimed tasks. An error of one task
 * fails that task. A transient error of this service (for example, Postgres is unavailable) is thrown after all tasks
 * have settled, and Temporal retries the activity. The claim belongs to the activity, so the next attempt continues the
 * same tasks without waiting for the leases to expire.
 */
export function runScanTasks(runner: TaskRunner, input: ScanRegionInput): Promise<number> {
  return withHeartbeat(() => runNextTasks(runner, input), { stallSeconds });
}

async function runNextTasks(runner: TaskRunner, input: ScanRegionInput): Promise<number> {
  const { database } = runner.dependencies;
  const { organizationId, scanId, accountId, region } = input;
  const { info, cancellationSignal } = Context.current();
  // After a cancellation or a stall, a transaction in progress ends with its connection.
  const inTenant: InTenant = (work) =>
    runner.limitTransactions(() => database.withTenant(organizationId, work, { signal: cancellationSignal }));
  const claim: TaskClaim = {
    scanId,
    accountId,
    region,
    claimant: `${info.workflowExecution?.runId ?? ''}/${info.activityId}`,
  };
  await inTenant((tenant) => takeScan(tenant, scanId));
  const { claimed, account, blocked, isEventScan } = await inTenant((tenant) => claimWork(tenant, claim));
  if (claimed.length === 0) return 0;
  const access = await accessTo(runner.dependencies.roles, organizationId, account);
  const guard = runner.guards.of(organizationId, claim);
  const hmacKey = await runner.hmacKeyOf(organizationId);
  const stopping = new AbortController();
  const signal = AbortSignal.any([cancellationSignal, stopping.signal]);
  const renewal = repeatRenewal(async () => {
    if (!(await inTenant((tenant) => renewLeases(tenant, claim))))
      stopping.abort(new ScanStopped('the scan was cancelled'));
  });
  try {
    if ('caller' in access) await guard.open(access.caller, partitionOfArn(access.account.roleArn));
    const toCall = claimed.filter(({ service }) => guard.refusalOf(service) === undefined);
    await runner.limiters.prepare(
      organizationId,
      toCall.flatMap(({ service, resourceTypes: types }) =>
        firstCalls(service, types).map((call) => ({
          scope: { accountId, region, service },
          call,
          isEventScan,
        })),
      ),
    );
    const begin = inGroups(claimed, tasksAtOnce, (tasks) =>
      inTenant((tenant) =>
        beginAttempts(
          tenant,
          claim,
          tasks.map(({ id }) => id),
        ),
      ),
    );
    const results = await mapConcurrently(claimed, tasksAtOnce, (task) =>
      runClaimedTask(runner, {
        task,
        claim,
        begin: async () => (await begin(task)).get(task.id),
        access,
        guard,
        blocked,
        isEventScan,
        hmacKey,
        signal,
        inTenant,
        organizationId,
      }),
    );
    const failure = results.find((result) => result !== null);
    if (failure !== undefined && failure !== null) throw failure;
    return claimed.length;
  } finally {
    renewal.stop();
  }
}

/**
 * Takes the scan for a worker with the current rule set. A scan of which an older release read cells begins again, so that all
 * its cells are read by one rule set; a scan of a newer release is left to its workers, because this one cannot compare what they
 * stored.
 *
 * @throws ApplicationFailure `newer_release`
 */
async function takeScan(tenant: Tenant, scanId: string): Promise<void> {
  if ((await takeRunOrLeave(tenant, scanId, RULE_SET_VERSION)) === 'changed')
    await restartTasks(tenant, scanId);
}

interface ClaimedWork {
  readonly claimed: readonly ClaimedTask[];
  /** Absent when the account is no longer connected. */
  readonly account: ScannableAccount | undefined;
  /** Cells of the claimed tasks that are not to be read today. */
  readonly blocked: readonly BlockedCell[];
  /** Whether the scan reads due cells, with a part of the rate of calls. */
  readonly isEventScan: boolean;
}

async function claimWork(tenant: Tenant, claim: TaskClaim): Promise<ClaimedWork> {
  const claimed = await claimTasks(tenant, claim, tasksPerActivity);
  if (claimed.length === 0) return { claimed, account: undefined, blocked: [], isEventScan: false };
  const [account] = await findScannableAccounts(tenant, { accountId: claim.accountId });
  const types = claimed.flatMap(({ resourceTypes: ofTask }) => ofTask);
  const scan = await findScan(tenant, claim.scanId);
  const isEventScan = scan?.trigger === 'event';
  return { claimed, account, blocked: await listBlockedCells(tenant, claim, types), isEventScan };
}

/** The scan has ended or is to be cancelled. */
class ScanStopped extends Error {
  override readonly name = 'ScanStopped';
}

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;

interface ClaimedTaskContext {
  readonly organizationId: string;
  readonly task: ClaimedTask;
  readonly claim: TaskClaim;
  /** Starts an attempt at the task; `undefined` when another worker has claimed it. */
  readonly begin: () => Promise<Attempt | undefined>;
  readonly access: AccountAccess | AccessFailure;
  readonly guard: RegionGuard;
  /** Cells of the claimed tasks that are not to be read today. */
  readonly blocked: readonly BlockedCell[];
  readonly isEventScan: boolean;
  readonly hmacKey: Uint8Array;
  readonly signal: AbortSignal;
  readonly inTenant: InTenant;
}

/** Runs one task. Returns the error to throw after the other tasks have settled, or `null`. */
async function runClaimedTask(runner: TaskRunner, context: ClaimedTaskContext): Promise<Error | null> {
  const { task, begin, access, inTenant, signal } = context;
  try {
    signal.throwIfAborted();
    const attempt = await begin();
    if (attempt === undefined) return null;
    const ended = reportCells(runner, context);
    const failed = { attempt, resourceTypes: task.resourceTypes, inTenant, ended };
    if ('code' in access) {
      await failTask(failed, access.code, access.message);
    } else if (attempt.attempt > maximumAttempts) {
      await failTask(failed, 'TooManyAttempts', `The task did not finish in ${maximumAttempts} attempts.`);
    } else {
      await runOrFail(runner, { ...context, access, ended }, attempt);
    }
    return null;
  } catch (error) {
    if (error instanceof TaskLeaseLost) return null;
    if (signal.aborted && signal.reason instanceof ScanStopped) return null;
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Runs a task, and fails it for an error that is not transient. */
async function runOrFail(
  { dependencies, limiters, statistics }: TaskRunner,
  {
    organizationId,
    task,
    claim,
    access: { account, caller },
    guard,
    blocked,
    isEventScan,
    hmacKey,
    signal,
    inTenant,
    ended,
  }: ClaimedTaskContext & { access: AccountAccess; ended: TaskToRun['ended'] },
  attempt: Attempt,
): Promise<void> {
  const { service } = task;
  const partition = partitionOfArn(account.roleArn);
  try {
    await runTask({
      attempt,
      service,
      resourceTypes: task.resourceTypes,
      cloudControlGroups: account.cloudControlGroups,
      templateVersion: account.templateVersion,
      blocked: blocked.filter(({ resourceType }) => task.resourceTypes.includes(resourceType)),
      refusal: () => guard.refusalOf(service),
      awsAccountNumber: account.accountId,
      partition,
      clients: guard.guard(service, caller, partition),
      limiter: limiters.of(
        organizationId,
        { accountId: account.id, region: attempt.region, service },
        isEventScan,
      ),
      hmacKey,
      runDocument: (documentTask, input) =>
        dependencies.documents.run(organizationId, documentTask, input, signal),
      signal,
      report: (resourceType, error) =>
        dependencies.logger.warn(
          { err: error, ...logFieldsOf({ organizationId, claim, task }), resource_type: resourceType },
          'failed to read a resource type',
        ),
      created: (resources) => statistics.created(organizationId, resources),
      ended,
      inTenant,
    });
  } catch (error) {
    if (
      signal.aborted ||
      error instanceof TaskLeaseLost ||
      error instanceof CancelledFailure ||
      isTransient(error)
    )
      throw error;
    const fields = logFieldsOf({ organizationId, claim, task });
    dependencies.logger.error({ err: error, ...fields }, 'scan task failed');
    await failTask(
      { attempt, resourceTypes: task.resourceTypes, inTenant, ended },
      'InternalError',
      userMessage(error instanceof Error ? error.name : '', messageOf(error)),
    );
  }
}

/** Counts the cells of an ended task, and logs those that failed. */
function reportCells({ dependencies }: TaskRunner, context: ClaimedTaskContext): TaskToRun['ended'] {
  const { logger, scanMetrics } = dependencies;
  return (cells) => {
    for (const { outcome } of cells) scanMetrics.cellEnded(context.task.service, outcome);
    const failures = failuresOf(cells);
    const [first] = failures;
    if (first === undefined) return;
    const { outcome, errorCode, error } = first;
    const fields = { ...logFieldsOf(context), failed: failures.length, of: cells.length, outcome };
    logger.info({ ...fields, error_code: errorCode, error }, 'cells of a scan task failed');
  };
}

/** The fields of log lines about a task. */
function logFieldsOf({
  organizationId,
  claim,
  task,
}: Pick<ClaimedTaskContext, 'organizationId' | 'claim' | 'task'>) {
  const { scanId, accountId, region } = claim;
  return {
    organization_id: organizationId,
    scan_id: scanId,
    aws_account_id: accountId,
    region,
    service: task.service,
    task_id: task.id,
  };
}

/**
 * Calls `renew` every 5 s, one call at a time, until stopped. A failed renewal is retried with the next one. Its statements
 * are no progress of the tasks.
 */
function repeatRenewal(renew: () => Promise<void>): { stop(): void } {
  let isRenewing = false;
  const renewals = withoutProgress(() =>
    setInterval(() => {
      if (isRenewing) return;
      isRenewing = true;
      const ended = () => (isRenewing = false);
      renew().then(ended, ended);
    }, renewMs),
  );
  return { stop: () => clearInterval(renewals) };
}
