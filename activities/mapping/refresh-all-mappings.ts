import { settleConcurrently } from '../../domain/settle-concurrently.ts';
import { refreshMapping } from '../../db/mapping/match-entries.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';

const organizationsAtOnce = 4;

/**
 * Applies what changed by time in every organization. A failure in one organization does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function refreshAllMappings(
  { database, logger }: Pick<Dependencies, 'database' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  await settleConcurrently(
    await listOrganizations(database),
    organizationsAtOnce,
    async ({ id }) => {
      signal.throwIfAborted();
      await database.withTenant(id, async (tenant) => {
        await refreshMapping(tenant);
      });
    },
    ({ id: organizationId }, error) =>
      logger.warn({ err: error, organization_id: organizationId }, 'failed to refresh the mapping'),
  );
}
