import { launchDueQueryCount } from '../../commands/queries/request-query-count.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { listOrganizationsToCount } from '../../db/queries/query-count-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEachOrganization } from '../shared/for-each-organization.ts';

const organizationsAtOnce = 4;

/**
 * Starts the counts of organizations whose request came within ten minutes of their last count.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function requestQueryCounts(
  { database, temporal, logger }: Pick<Dependencies, 'database'> & Launcher,
  signal: AbortSignal,
): Promise<void> {
  const ids = await listOrganizationsToCount(database);
  await forEachOrganization(
    ids.map((id) => ({ id })),
    { logger, atOnce: organizationsAtOnce, failure: 'failed to request the count of saved queries', signal },
    ({ id }) => database.withTenant(id, (tenant) => launchDueQueryCount(tenant, { temporal, logger })),
  );
}
