import { refreshMapping } from '../../db/mapping/match-entries.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEachOrganization } from '../for-each-organization.ts';

const organizationsAtOnce = 2;

/**
 * Refreshes the mapping of every organization: applies changes by time, such as overdue sources, and stores the coverage of
 * the day. A failure in one organization does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function refreshMappings(
  { database, logger }: Pick<Dependencies, 'database' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  await forEachOrganization(
    await listOrganizations(database),
    {
      logger,
      atOnce: organizationsAtOnce,
      failure: 'failed to refresh the mapping of an organization',
      signal,
    },
    async ({ id }) => {
      await database.withTenant(id, refreshMapping);
    },
  );
}
