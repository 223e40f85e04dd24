import { deleteEndedWindows } from '../../db/http/rate-limit-store.ts';
import { expiredRows } from '../../db/maintenance/retention-rules.ts';
import { deleteOldAuditEntries } from '../../db/organizations/audit-store.ts';
import { applyRetention, stepsOf } from './apply-retention.ts';
import type { RetentionDependencies } from './apply-retention.ts';

/**
 * Deletes expired idempotency keys and tokens of users, ended sessions, remaining seen-sets and old audit entries of every organization, and
 * rate limit windows. See {@link applyRetention} for the errors.
 */
export async function deleteExpiredRows(
  dependencies: RetentionDependencies,
  signal?: AbortSignal,
): Promise<void> {
  let more: boolean;
  do {
    signal?.throwIfAborted();
    more = await deleteEndedWindows(dependencies.database);
  } while (more);
  const steps = [...stepsOf(expiredRows, dependencies.configuration), deleteOldAuditEntries];
  await applyRetention(dependencies, steps, signal);
}
