import { settleConcurrently } from '../../domain/settle-concurrently.ts';
import { deleteOldHistoryBatch } from '../../db/inventory/delete-old-history.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes revisions, changes and former values older than `REVISION_RETENTION_DAYS`, in one small transaction per
 * batch. A failure in one organization does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function deleteOldHistory({ database, configuration, logger }: Dependencies): Promise<void> {
  const before = new Date(Date.now() - configuration.revisionRetentionDays * dayMs);
  await settleConcurrently(
    await listOrganizations(database),
    1,
    async ({ id }) => {
      let more: boolean;
      do {
        more = await database.withTenant(id, (tenant) => deleteOldHistoryBatch(tenant, before));
      } while (more);
    },
    ({ id }, error) => logger.warn({ err: error, organization_id: id }, 'failed to delete old history'),
  );
}
