import { refreshMapping } from '../../db/mapping/match/match-entries.ts';
import { linkLatePlans } from '../../commands/plans/publish-impact.ts';
import { explainDueReport } from '../../db/plans/explain/explain-reports.ts';
import { linkExecutions } from '../../db/plans/executions/link-executions.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { compareDrift } from '../drift/compare-drift.ts';
import { listOverdueComparedSources } from '../../db/drift/drift-scopes.ts';
import { endExpiredMutes } from '../../db/drift/drift-store.ts';
import { forEachOrganization } from '../shared/for-each-organization.ts';

const organizationsAtOnce = 2;
const overdueSourcesPerRefresh = 500;

/**
 * Refreshes the mapping of every organization: applies changes by time, such as overdue sources, and stores the coverage of the
 * day. Counts drift whose mute expired again. Links executions and plans to records that appeared after their reports, and
 * explains the changes that these reports may concern. A failure in one organization does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function refreshMappings(
  dependencies: Pick<Dependencies, 'database' | 'temporal' | 'logger' | 'secretHashKeys'>,
  signal: AbortSignal,
): Promise<void> {
  const { database, temporal, logger } = dependencies;
  await forEachOrganization(
    await listOrganizations(database),
    {
      logger,
      atOnce: organizationsAtOnce,
      failure: 'failed to refresh the mapping of an organization',
      signal,
    },
    async ({ id }) => {
      await database.withTenant(id, linkExecutions);
      await database.withTenant(id, (tenant) => linkLatePlans(tenant, { temporal, logger }));
      while (await database.withTenant(id, explainDueReport)) signal.throwIfAborted();
      await database.withTenant(id, refreshMapping);
      await database.withTenant(id, endExpiredMutes);
      // Their resources are unknown now. Others become overdue until the next refresh.
      const overdue = await database.withTenant(id, (tenant) =>
        listOverdueComparedSources(tenant, overdueSourcesPerRefresh),
      );
      for (const stateSourceId of overdue) await compareDrift(dependencies, id, { stateSourceId });
    },
  );
}
