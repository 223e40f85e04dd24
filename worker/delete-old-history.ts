import { deleteOldHistory } from '../db/inventory/delete-old-history.ts';
import { listOrganizations } from '../db/organizations/organization-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Removes revisions, changes and versions that are older than the configured days, in small transactions. */
export async function forgetPastOfAll({ database, configuration }: Dependencies): Promise<void> {
  const before = new Date(Date.now() - configuration.revisionRetentionDays * dayMilliseconds);
  for (const { id } of await listOrganizations(database)) {
    let more: boolean;
    do {
      more = await database.withTenant(id, (tenant) => deleteOldHistory(tenant, before));
    } while (more);
  }
}
