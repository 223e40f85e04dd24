import { foldCounts, indexTexts, listOrganizationsToIndex } from '../db/inventory/search/index-search.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const countsPerBatch = 20_000;
const textsPerBatch = 1000;

/**
 * Folds the count deltas and indexes the new texts of each organization, one after the other. Search is correct without
 * this, but slows down as the backlog grows. Safe on several workers at once.
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
