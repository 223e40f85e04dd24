import { requestExtraction } from '../../commands/graph/request-extraction.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { listAccountsWithResources } from '../../db/graph/graph-accounts.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import { settleConcurrently } from '../../domain/settle-concurrently.ts';
import type { Dependencies } from '../dependencies.ts';

const organizationsAtOnce = 4;

/**
 * Requests a full extraction of every account with resources.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function requestFullExtractions(
  { database, temporal, logger }: Pick<Dependencies, 'database'> & Launcher,
  signal: AbortSignal,
): Promise<void> {
  const organizations = await listOrganizations(database);
  await settleConcurrently(
    organizations.map(({ id }) => id),
    organizationsAtOnce,
    async (organizationId) => {
      const accounts = await database.withTenant(organizationId, listAccountsWithResources);
      for (const account of accounts) {
        signal.throwIfAborted();
        await database.withTenant(organizationId, (tenant) =>
          requestExtraction(tenant, { temporal, logger }, account, 'schedule', 'full'),
        );
      }
    },
    (organizationId, error) =>
      logger.warn({ err: error, organization_id: organizationId }, 'failed to request extraction'),
  );
}
