import { requestExtraction } from '../../commands/graph/request-extraction.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { listAccountsWithResources } from '../../db/graph/extract/graph-accounts.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEachOrganization } from '../shared/for-each-organization.ts';

const organizationsAtOnce = 4;

/**
 * Requests a full extraction of every account with resources.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function requestFullExtractions(
  { database, temporal, logger }: Pick<Dependencies, 'database'> & Launcher,
  signal: AbortSignal,
): Promise<void> {
  await forEachOrganization(
    await listOrganizations(database),
    { logger, atOnce: organizationsAtOnce, failure: 'failed to request extraction', signal },
    async ({ id }) => {
      const accounts = await database.withTenant(id, listAccountsWithResources);
      for (const account of accounts) {
        signal.throwIfAborted();
        await database.withTenant(id, (tenant) =>
          requestExtraction(tenant, { temporal, logger }, account, 'schedule', 'full'),
        );
      }
    },
  );
}
