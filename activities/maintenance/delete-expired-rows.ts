import { timeOfDatabase } from '../../db/time-of-database.ts';
import { continueDeletions } from '../../commands/runs/continue-deletions.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { deleteEndedWindows } from '../../db/http/rate-limit-store.ts';
import { deleteOldInstallations } from '../../db/scm/github-installation-store.ts';
import { expiredRows } from '../../db/maintenance/retention-rules.ts';
import { deleteOldAuditEntries } from '../../db/organizations/audit-store.ts';
import { applyRetention, stepsOf } from './apply-retention.ts';
import type { BatchStep, RetentionDependencies } from './apply-retention.ts';

/**
 * Deletes the rows of `expiredRows` and old audit entries of every organization, continues interrupted deletions of connections,
 * and deletes rate limit windows, and deliveries of GitHub App installations. See {@link applyRetention} for the errors.
 */
export async function deleteExpiredRows(
  dependencies: RetentionDependencies & Launcher,
  signal?: AbortSignal,
): Promise<void> {
  const steps: readonly BatchStep[] = [
    ...stepsOf(expiredRows, dependencies.configuration, await timeOfDatabase(dependencies.database)),
    deleteOldAuditEntries,
    async (tenant) => {
      await continueDeletions(tenant, dependencies);
      return false;
    },
  ];
  // A failure in the rows of organizations does not keep those of the installation, and vice versa.
  const results = await Promise.allSettled([
    applyRetention(dependencies, steps, signal),
    deleteRowsOfInstallation(dependencies, signal),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function deleteRowsOfInstallation(
  { database }: RetentionDependencies,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const deleteRows of [deleteEndedWindows, deleteOldInstallations]) {
    let more: boolean;
    do {
      signal?.throwIfAborted();
      more = await deleteRows(database);
    } while (more);
  }
}
