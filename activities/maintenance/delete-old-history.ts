import { oldHistory } from '../../db/maintenance/retention-rules.ts';
import { deletePlanValues } from '../../db/plans/plans/delete-plan-values.ts';
import { applyRetention, stepsOf } from './apply-retention.ts';
import type { RetentionDependencies } from './apply-retention.ts';

/**
 * Deletes the history of resources, CloudTrail events, scans, runs, plans and executions after their retention, and the values
 * of old plans. See {@link applyRetention} for the errors.
 */
export async function deleteOldHistory(
  dependencies: RetentionDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const steps = [...stepsOf(oldHistory, dependencies.configuration), deletePlanValues];
  await applyRetention(dependencies, steps, signal);
}
