import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { takeRun } from '../../db/runs/take-run.ts';
import type { TakenRun } from '../../db/runs/take-run.ts';
import type { Tenant } from '../../db/tenant.ts';

/**
 * Takes a run for a worker with a version of its rules, see {@link takeRun}.
 *
 * @throws ApplicationFailure `newer_release`, retryable with a delay, when a worker of a newer release works at the run
 */
export async function takeRunOrLeave(
  tenant: Tenant,
  runId: string,
  version: number,
): Promise<Exclude<TakenRun, 'newer'>> {
  const taken = await takeRun(tenant, runId, version);
  if (taken === 'newer') throw leftToNewerRelease();
  return taken;
}

/** Temporal retries the activity, possibly on another worker. Such an attempt was a wait. */
export function leftToNewerRelease(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'A worker of a newer release works at this run.',
    type: 'newer_release',
    // Expected during an upgrade, so the worker logs no warning.
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: '5 seconds',
  });
}
