import { foldCounts, indexTexts, listOrganizationsToIndex } from '../db/inventory/search/index-search.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const countsAtOnce = 20_000;
const textsAtOnce = 1000;

/**
 * Folds the counts that writers have appended and indexes their texts, of every organization in turn. Search is right
 * without it, and slower the longer it rests. Harmless beside other workers.
 */
export async function indexSearch({ database }: Dependencies): Promise<void> {
  for (const organizationId of await listOrganizationsToIndex(database)) {
    let folded: number;
    do {
      folded = await database.withTenant(organizationId, (tenant) => foldCounts(tenant, countsAtOnce));
    } while (folded === countsAtOnce);
    let indexed: number;
    do {
      indexed = await database.withTenant(organizationId, (tenant) => indexTexts(tenant, textsAtOnce));
    } while (indexed === textsAtOnce);
  }
}
