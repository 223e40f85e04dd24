import { findInferencePause } from '../../db/ownership/inference/inference-pause.ts';
import { hasQueuedInference, queueInference } from '../../db/ownership/inference/inference-queue.ts';
import type { QueueKind } from '../../db/ownership/inference/inference-queue.ts';
import { lockActiveRun } from '../../db/runs/run-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { defined } from '../../domain/defined.ts';
import type { RunPriority } from '../../domain/runs/run-kinds.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/**
 * Queues a change for inference and requests a run. An active run of the organization processes the change, too. Call it
 * late in the transaction: an active run cannot end before the transaction does. After failed runs no run starts until the
 * pause is over; then the Schedule `request-queued-inferences` starts it.
 */
export async function requestInference(
  tenant: Tenant,
  launcher: Launcher,
  kind: QueueKind,
  subjectIds?: readonly string[],
): Promise<void> {
  if (kind !== 'all' && subjectIds?.length === 0) return;
  await queueInference(tenant, kind, subjectIds);
  await launchInference(tenant, launcher);
}

/** Requests the evaluation of all resources by a run in the background. */
export async function requestFullInference(tenant: Tenant, launcher: Launcher): Promise<void> {
  await queueInference(tenant, 'all');
  await launchInference(tenant, launcher, 'background');
}

/**
 * Requests a run if the queue has rows. During the pause after failed runs no run starts.
 *
 * @param priority of the work that filled the queue
 */
export async function requestQueuedInference(
  tenant: Tenant,
  launcher: Launcher,
  priority?: RunPriority,
): Promise<void> {
  if (await hasQueuedInference(tenant)) await launchInference(tenant, launcher, priority);
}

async function launchInference(tenant: Tenant, launcher: Launcher, priority?: RunPriority): Promise<void> {
  if ((await findInferencePause(tenant)) !== undefined) return;
  const run = {
    kind: 'infer_memberships',
    subjectId: tenant.organizationId,
    ...defined({ priority }),
  } as const;
  for (;;) {
    const { run_id: runId, created } = await launchRun(tenant, launcher, run);
    // The run ends after this transaction, and reads the queue once more after it ended.
    if (created || (await lockActiveRun(tenant, runId))) return;
  }
}
