import { CancelledFailure, Context } from '@temporalio/activity';
import { partitionOfArn } from '../../domain/discovery/aws-partition.ts';
import type { ScanRegionInput } from '../../domain/discovery/scan-input.ts';
import { LeaseLost, beginAttempt, claimTasks, renewLeases } from '../../db/discovery/task-store.ts';
import type { Claim, ClaimedTask } from '../../db/discovery/task-store.ts';
import { findScannableAccounts } from '../../db/connections/scannable-accounts.ts';
import type { ScannableAccount } from '../../db/connections/scannable-accounts.ts';
import { credentialsFor } from '../connections/credentials-for.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Dependencies } from '../dependencies.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';
import type { CallLimiters } from './call-limiters.ts';
import { failTask, isPassing, runTask } from './run-task.ts';
import type { StatisticsKeeper } from './statistics-keeper.ts';

export interface TaskRunner {
  readonly dependencies: Dependencies;
  readonly limiters: CallLimiters;
  readonly statistics: StatisticsKeeper;
  /** Keeps the process's tasks from asking for more connections than the pool has. */
  readonly slots: <T>(work: () => Promise<T>) => Promise<T>;
  hmacKeyOf(organizationId: string): Promise<Uint8Array>;
}

/** Tasks of one activity. */
export const tasksPerActivity = 10;
const tasksAtOnce = 4;
const heartbeatMs = 2_000;
const renewMs = 5_000;
/** A task that has begun this often without an end breaks its worker; it fails alone. */
const maximumAttempts = 12;

/**
 * Takes the next tasks of an account × region and runs them. A fault inside one fails that one; a fault of ours (no
 * Postgres) is thrown, for Temporal to try again: the claim is the activity's, so that its next attempt takes the same
 * tasks at once.
 * @returns how many tasks have ended
 */
export async function runScanTasks(runner: TaskRunner, place: ScanRegionInput): Promise<number> {
  const { database } = runner.dependencies;
  const { organizationId, scanId, accountId, region } = place;
  const inTenant: InTenant = (work) => runner.slots(() => database.withTenant(organizationId, work));
  const { info, cancellationSignal } = Context.current();
  const claim: Claim = {
    scanId,
    accountId,
    region,
    claimant: `${info.workflowExecution?.runId ?? ''}/${info.activityId}`,
  };
  const claimed = await inTenant((tenant) => claimTasks(tenant, claim, tasksPerActivity));
  if (claimed.length === 0) return 0;
  const [account] = await inTenant((tenant) => findScannableAccounts(tenant, { accountId }));
  const hmacKey = await runner.hmacKeyOf(organizationId);
  const stopping = new AbortController();
  const signal = AbortSignal.any([cancellationSignal, stopping.signal]);
  const alive = keepAlive(async () => {
    if (!(await inTenant((tenant) => renewLeases(tenant, claim))))
      stopping.abort(new ScanStopped('the scan is to stop'));
  });
  try {
    const results = await mapConcurrently(claimed, tasksAtOnce, (task) =>
      runOne(runner, { task, claim, account, hmacKey, signal, inTenant, organizationId }),
    );
    const fault = results.find((result) => result !== null);
    if (fault !== undefined && fault !== null) throw fault;
    return claimed.length;
  } finally {
    alive.stop();
  }
}

class ScanStopped extends Error {
  override readonly name = 'ScanStopped';
}

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;

interface OneTask {
  readonly organizationId: string;
  readonly task: ClaimedTask;
  readonly claim: Claim;
  readonly account: ScannableAccount | undefined;
  readonly hmacKey: Uint8Array;
  readonly signal: AbortSignal;
  readonly inTenant: InTenant;
}

/** Answers with what must be thrown when the others have ended, or `null`. */
async function runOne(runner: TaskRunner, one: OneTask): Promise<Error | null> {
  const { task, claim, account, inTenant, signal } = one;
  try {
    signal.throwIfAborted();
    const attempt = await inTenant((tenant) => beginAttempt(tenant, claim, task.id));
    const failing = { attempt, resourceTypes: task.resource_types, inTenant };
    if (account === undefined) {
      await failTask(failing, 'AccountNotConnected', 'The account is not connected any more.');
    } else if (attempt.attempt > maximumAttempts) {
      await failTask(failing, 'TooManyAttempts', `The task did not end in ${maximumAttempts} attempts.`);
    } else {
      await runOrFail(runner, { ...one, account }, attempt);
    }
    return null;
  } catch (error) {
    if (error instanceof LeaseLost) return null;
    if (signal.aborted && signal.reason instanceof ScanStopped) return null;
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function runOrFail(
  { dependencies, limiters, statistics }: TaskRunner,
  {
    organizationId,
    task,
    claim,
    account,
    hmacKey,
    signal,
    inTenant,
  }: OneTask & { account: ScannableAccount },
  attempt: Awaited<ReturnType<typeof beginAttempt>>,
): Promise<void> {
  try {
    await runTask({
      attempt,
      service: task.service,
      resourceTypes: task.resource_types,
      awsAccountNumber: account.account_id,
      partition: partitionOfArn(account.role_arn),
      clients: credentialsFor(dependencies.aws, account),
      limiter: limiters.of(organizationId, { ...claim, service: task.service }),
      hmacKey,
      signal,
      created: (resources) => statistics.created(organizationId, resources),
      inTenant,
    });
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLost || error instanceof CancelledFailure || isPassing(error))
      throw error;
    dependencies.logger.error({ err: error, task_id: task.id, service: task.service }, 'scan task failed');
    await failTask(
      { attempt, resourceTypes: task.resource_types, inTenant },
      'InternalError',
      messageOf(error),
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Heartbeats, and calls `renew` now and then; a renewal that fails is tried again. */
function keepAlive(renew: () => Promise<void>): { stop(): void } {
  const context = Context.current();
  const heartbeats = setInterval(() => context.heartbeat(), heartbeatMs);
  const renewals = setInterval(() => {
    renew().catch(() => undefined);
  }, renewMs);
  return {
    stop() {
      clearInterval(heartbeats);
      clearInterval(renewals);
    },
  };
}
