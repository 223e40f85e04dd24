import { requestExtraction } from '../../commands/graph/request-extraction.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { listAccountsWithResources } from '../../db/graph/extract/graph-accounts.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import { isInDailySlot } from '../../domain/runs/daily-slot.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEachOrganization } from '../shared/for-each-organization.ts';

const organizationsAtOnce = 4;

/**
 * Requests a full extraction of every account with resources of the organizations whose daily slot it is.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function requestFullExtractions(
  { database, temporal, logger }: Pick<Dependencies, 'database'> & Launcher,
  signal: AbortSignal,
  isDue = (organizationId: string) => isInDailySlot(organizationId, new Date()),
): Promise<void> {
  const organizations = await listOrganizations(database);
  await forEachOrganization(
    organizations.filter(({ id }) => isDue(id)),
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
