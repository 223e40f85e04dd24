import { oldHistory } from '../../db/maintenance/retention-rules.ts';
import { applyRetention, stepsOf } from './apply-retention.ts';
import type { RetentionDependencies } from './apply-retention.ts';

/**
 * Deletes the history of resources, CloudTrail events, scans and runs after their retention. See {@link applyRetention}
 * for the errors.
 */
export async function deleteOldHistory(
  dependencies: RetentionDependencies,
  signal?: AbortSignal,
): Promise<void> {
  await applyRetention(dependencies, stepsOf(oldHistory, dependencies.configuration), signal);
}
