import { inferenceLimitSeconds } from '../../db/ownership/inference/inference-pause.ts';
import { hasQueuedInference } from '../../db/ownership/inference/inference-queue.ts';
import { runInference } from '../../db/ownership/inference/run-inference.ts';
import { isHeavyInference } from '../../db/ownership/inference/take-inference-queue.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import { failOnTimeout } from './fail-on-timeout.ts';
import type { InferenceSlots } from './inference-slots.ts';

type InferenceDependencies = Pick<Dependencies, 'database' | 'logger' | 'temporal'>;

/** A run of more queue rows takes a heavy slot. */
const maximumLightRows = 10_000;

/**
 * Evaluates the resources that the organization's queue names, in one transaction. Returns whether the queue has rows
 * again.
 *
 * @param signal when it aborts, the wait for a slot ends, and Postgres rolls back
 * @throws ApplicationFailure `inference_timeout`, not retryable; `busy`, retryable
 */
export async function inferQueuedMemberships(
  { database, logger }: InferenceDependencies,
  slots: InferenceSlots,
  { organizationId, runId }: RunInput,
  signal?: AbortSignal,
): Promise<boolean> {
  const heavy = await database.withTenant(organizationId, (tenant) =>
    isHeavyInference(tenant, maximumLightRows),
  );
  const weight = heavy ? 'heavy' : 'light';
  const calledAt = performance.now();
  const infer = async () => {
    const begunAt = performance.now();
    const limitSeconds = await database.withTenant(organizationId, inferenceLimitSeconds);
    const fields = {
      organization_id: organizationId,
      run_id: runId,
      weight,
      waited_ms: Math.round(begunAt - calledAt),
    };
    const durationMs = () => Math.round(performance.now() - begunAt);
    try {
      const run = await failOnTimeout(limitSeconds, () =>
        database.withTenant(organizationId, (tenant) => runInference(tenant, limitSeconds), { signal }),
      );
      if (run === undefined) return;
      const { scope, size, memberships } = run;
      logger.info(
        { ...fields, scope, scope_size: size, duration_ms: durationMs(), ...memberships },
        'inferred memberships',
      );
    } catch (error) {
      logger.warn(
        { ...fields, err: error, limit_seconds: limitSeconds, duration_ms: durationMs() },
        'failed to infer memberships',
      );
      throw error;
    }
  };
  await slots.run(weight, organizationId, infer, signal);
  return database.withTenant(organizationId, hasQueuedInference);
}
