import { dayMs } from '../../domain/time.ts';
import { timeOfDatabase } from '../../db/time-of-database.ts';
import { deleteOldResources } from '../../db/inventory/delete-old-resources.ts';
import { oldHistory } from '../../db/maintenance/retention-rules.ts';
import { deletePlanValues } from '../../db/plans/plans/delete-plan-values.ts';
import { applyRetention, stepsOf } from './apply-retention.ts';
import type { BatchStep, RetentionDependencies } from './apply-retention.ts';

/**
 * Deletes old deleted resources, the history of resources, CloudTrail events, scans, runs, plans and executions after their
 * retention, and the values of old plans. See {@link applyRetention} for the errors.
 */
export async function deleteOldHistory(
  dependencies: RetentionDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const { resourceRetentionDays, revisionRetentionDays } = dependencies.configuration;
  // A search at a time of the history reads the deleted resources, too.
  const now = await timeOfDatabase(dependencies.database);
  const resourcesBefore = new Date(now - Math.max(resourceRetentionDays, revisionRetentionDays) * dayMs);
  const steps: readonly BatchStep[] = [
    ...stepsOf(oldHistory, dependencies.configuration, now),
    deletePlanValues,
    (tenant, share) => deleteOldResources(tenant, resourcesBefore, share),
  ];
  await applyRetention(dependencies, steps, signal);
}
