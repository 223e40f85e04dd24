import { forEachOrganization } from '../activities/shared/for-each-organization.ts';
import type { Dependencies } from '../activities/dependencies.ts';
import { recordFreshnessEvents } from '../db/events/record-freshness.ts';
import { listOrganizations } from '../db/organizations/organization-store.ts';

/**
 * Writes events for accounts that became stale or fresh. No statement makes an account stale: time does. Not a Schedule, whose
 * interval of a minute would add to the minute that Postgres and a worker may need. Safe on several workers at once.
 */
export async function recordFreshness({ database, logger }: Dependencies): Promise<void> {
  await forEachOrganization(
    await listOrganizations(database),
    { logger, atOnce: 2, failure: 'failed to record the freshness of accounts' },
    ({ id }) => database.withTenant(id, recordFreshnessEvents),
  );
}
