import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { endExtraction, takeExtraction } from '../../db/graph/extract/extraction-store.ts';
import { priorityOfRun } from '../../db/runs/run-store.ts';
import type { ExtractionOutcome } from '../../db/graph/extract/extraction-store.ts';
import { recomputeExposures } from '../../db/graph/exposure/recompute-exposures.ts';
import { resolveStep } from '../../db/graph/resolve/resolve-step.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { ExtractionDependencies } from './extract-holders.ts';
import { declaredGraphRules } from './rules-of-extraction.ts';

/** Work after which an activity returns, so that the runs of other accounts of the organization take their turn. */
const turnMilliseconds = 30_000;

/**
 * Resolves the references of all due holders of the organization and writes the relationships that change, one part per
 * transaction; at the end, computes the exposures of the account `subjectId`. Returns whether there are more.
 */
export async function resolveDueHolders(
  { database, statistics }: Pick<ExtractionDependencies, 'database' | 'statistics'>,
  { organizationId, runId, subjectId }: RunInput,
  signal: AbortSignal,
): Promise<boolean> {
  const endAt = performance.now() + turnMilliseconds;
  await database.withTenant(organizationId, (tenant) =>
    takeExtraction(tenant, runId, declaredGraphRules.version),
  );
  for (;;) {
    const step = await database.withTenant(organizationId, (tenant) =>
      resolveStep(tenant, declaredGraphRules, runId),
    );
    if (step === undefined) {
      await database.withTenant(organizationId, (tenant) => recomputeExposures(tenant, subjectId));
      return false;
    }
    await statistics.created(organizationId, step.pairs);
    signal.throwIfAborted();
    if (performance.now() > endAt) return true;
  }
}

/** Stores that the account was extracted, and requests inference when the relationships that rules read changed. */
export async function finishExtraction(
  { database, temporal, logger }: ExtractionDependencies,
  { organizationId, runId }: RunInput,
): Promise<ExtractionOutcome> {
  return database.withTenant(organizationId, async (tenant) => {
    await requestQueuedInference(tenant, { temporal, logger }, await priorityOfRun(tenant, runId));
    return endExtraction(tenant, runId, declaredGraphRules.version);
  });
}
