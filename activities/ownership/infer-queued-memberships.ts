import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { hasQueuedInference } from '../../db/ownership/inference-queue.ts';
import { runInference } from '../../db/ownership/run-inference.ts';
import { isHeavyInference } from '../../db/ownership/take-inference-queue.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import type { OrganizationShares } from '../scm/organization-share.ts';

type InferenceDependencies = Pick<Dependencies, 'database' | 'logger' | 'temporal'>;

/** Inference runs at once in a worker process, of all organizations: those of all or many resources, and the others. */
export interface InferenceSlots {
  readonly heavy: OrganizationShares;
  readonly light: OrganizationShares;
}

/** A run of more queue rows takes a heavy slot. */
const mostLightRows = 10_000;

/**
 * Evaluates the resources that the organization's queue names, in one transaction. Returns whether the queue has rows
 * again.
 */
export async function inferQueuedMemberships(
  { database, logger }: InferenceDependencies,
  slots: InferenceSlots,
  { organizationId, runId }: RunInput,
): Promise<boolean> {
  const heavy = await database.withTenant(organizationId, (tenant) =>
    isHeavyInference(tenant, mostLightRows),
  );
  const kind = heavy ? 'heavy' : 'light';
  await slots[kind].run(kind, async () => {
    const begunAt = performance.now();
    const run = await database.withTenant(organizationId, runInference);
    if (run === undefined) return;
    const { scope, size, memberships } = run;
    const durationMs = Math.round(performance.now() - begunAt);
    logger.info(
      {
        organization_id: organizationId,
        run_id: runId,
        scope,
        scope_size: size,
        duration_ms: durationMs,
        ...memberships,
      },
      'inferred memberships',
    );
  });
  return database.withTenant(organizationId, hasQueuedInference);
}

/** Starts a new run when a change was queued while the last run of the organization ended. */
export async function repeatRequestedInference(
  { database, temporal, logger }: InferenceDependencies,
  { organizationId }: RunInput,
): Promise<void> {
  await database.withTenant(organizationId, (tenant) => requestQueuedInference(tenant, { temporal, logger }));
}
