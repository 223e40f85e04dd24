import { keyedHash } from '../../../runtime/keyed-hash.ts';
import { declaredGraphRules } from '../../../activities/graph/rules-of-extraction.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { normalise } from '../../../domain/discovery/observation/normalise.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import { extractHolder } from '../../../domain/graph/extract-holder.ts';
import type { ExtractionMode } from '../../../domain/values.ts';
import type { Owner } from '../discovery/owner.ts';
import { putResources } from './insert-resources.ts';
import type { InventoryResource } from './insert-resources.ts';
import { runExtraction } from './run-extraction.ts';

const hash = keyedHash('estate');

/**
 * Stores resources as a scan does, from configurations in the form of AWS responses. Then extracts the accounts with the
 * declared rules. Returns the ids of the resources in order.
 */
export async function extractEstate(
  { owner, url, organizationId }: { owner: Owner; url: string; organizationId: string },
  resources: readonly InventoryResource[],
  mode: ExtractionMode = 'full',
): Promise<readonly string[]> {
  const ids = await putResources(owner, organizationId, resources.map(normalised));
  const database = openDatabase({ url, poolSize: 2 });
  try {
    for (const accountId of new Set(resources.map((resource) => resource.accountId)))
      await runExtraction({
        database,
        organizationId,
        accountId,
        mode,
        rules: declaredGraphRules,
        extract: (holder) => extractHolder(holder, hash),
      });
  } finally {
    await database.close();
  }
  return ids;
}

/** Returns a resource whose configuration has the form in which a scan stores it. */
export function normalised(resource: InventoryResource): InventoryResource {
  const raw = structuredClone(resource.configuration ?? {}) as RawItem;
  return { ...resource, ...normalise(raw, collectorOf(resource.type) ?? {}, hash) };
}
