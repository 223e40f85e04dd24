import { settleConcurrently } from '../../domain/settle-concurrently.ts';
import { refreshMapping } from '../../db/mapping/match-entries.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';

const organizationsAtOnce = 2;

/**
 * Applies to every organization what changes the mapping by time, and stores the coverage of the day. A failure in one
 * organization does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function refreshMappings(
  { database, logger }: Pick<Dependencies, 'database' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  await settleConcurrently(
    await listOrganizations(database),
    organizationsAtOnce,
    async ({ id }) => {
      signal.throwIfAborted();
      await database.withTenant(id, refreshMapping);
    },
    ({ id }, error) =>
      logger.warn({ err: error, organization_id: id }, 'failed to refresh the mapping of an organization'),
  );
}
