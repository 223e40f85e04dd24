import {
  foldCounts,
  indexDocuments,
  indexTexts,
  listOrganizationsToIndex,
} from '../db/inventory/search/index-search.ts';
import type { Tenant } from '../db/tenant.ts';
import type { Dependencies } from '../activities/dependencies.ts';
import { forEachOrganization } from '../activities/shared/for-each-organization.ts';

const countsPerBatch = 20_000;
const textsPerBatch = 1000;

/**
 * Adds new documents to their index, then folds the count deltas and indexes the new texts of each organization, one after the
 * other. Search is correct without
 * this, but slows down as the backlog grows. A failure in one organization does not stop the others. Safe on several
 * workers at once.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function indexSearch({
  database,
  logger,
}: Pick<Dependencies, 'database' | 'logger'>): Promise<void> {
  /** Runs transactions of an organization until one processes less than a batch. */
  const inBatches = async (
    organizationId: string,
    size: number,
    work: (tenant: Tenant) => Promise<number>,
  ) => {
    while ((await database.withTenant(organizationId, work)) === size);
  };
  await indexDocuments(database);
  const ids = await listOrganizationsToIndex(database);
  await forEachOrganization(
    ids.map((id) => ({ id })),
    { logger, atOnce: 1, failure: 'failed to index the search' },
    async ({ id: organizationId }) => {
      await inBatches(organizationId, countsPerBatch, (tenant) => foldCounts(tenant, countsPerBatch));
      await inBatches(organizationId, textsPerBatch, (tenant) => indexTexts(tenant, textsPerBatch));
    },
  );
}
