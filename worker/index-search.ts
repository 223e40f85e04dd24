import { foldCounts, indexTexts, listOrganizationsToIndex } from '../db/inventory/search/index-search.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const countsPerBatch = 20_000;
const textsPerBatch = 1000;

/**
 * Folds the counts and indexes the texts that writers appended, for one organization after the other. Search returns
 * correct results without it, but slows down with the backlog. Safe to run on several workers.
 */
export async function indexSearch({ database }: Dependencies): Promise<void> {
  for (const organizationId of await listOrganizationsToIndex(database)) {
    let folded: number;
    do {
      folded = await database.withTenant(organizationId, (tenant) => foldCounts(tenant, countsPerBatch));
    } while (folded === countsPerBatch);
    let indexed: number;
    do {
      indexed = await database.withTenant(organizationId, (tenant) => indexTexts(tenant, textsPerBatch));
    } while (indexed === textsPerBatch);
  }
}
