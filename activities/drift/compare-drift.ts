import {
  comparableAttributes,
  comparableAttributesVersion,
  keyOfRow,
} from '../../domain/drift/comparable-attributes.ts';
import { valuesOfResource } from '../../domain/drift/comparable-values.ts';
import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import { compareResources } from '../../db/drift/compare-resources.ts';
import { claimDriftSyncs, endOutcomes, storeComparisons } from '../../db/drift/drift-store.ts';
import {
  listResourcesToCompare,
  listStaleResources,
  storeResourceAttributes,
} from '../../db/drift/resource-attribute-store.ts';
import type { DriftScope } from '../../db/drift/resource-attribute-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { keyedHash } from '../discovery/collect/config-hash.ts';
import type { Dependencies } from '../dependencies.ts';

const resourcesPerPage = 500;

/** Attributes that deployments change: without the block's `ignore_changes` they are not compared. */
const deployedKeys = comparableAttributes.flatMap((type) =>
  type.rows.filter(({ deployed }) => deployed).map((row) => keyOfRow(type, row)),
);

/**
 * Compares the resources of a scope with the states that manage them, a page in one transaction, and stores the outcomes. Requests
 * a sync of sources that were not read since a difference was observed. Idempotent.
 */
export async function compareDrift(
  dependencies: Pick<Dependencies, 'database' | 'logger' | 'secretHashKeys' | 'temporal'>,
  organizationId: string,
  scope: DriftScope,
): Promise<void> {
  const { database, temporal, logger, secretHashKeys } = dependencies;
  const hmacKey = await secretHashKeys(organizationId);
  let after: string | undefined;
  for (;;) {
    const page = await database.withTenant(organizationId, async (tenant) => {
      const ids = await listResourcesToCompare(tenant, scope, after, resourcesPerPage);
      if (ids.length === 0) return ids;
      await fillAttributes(tenant, ids, hmacKey);
      const compared = await compareResources(tenant, ids, deployedKeys);
      await endOutcomes(tenant, ids);
      // The resources keep their last outcome until the sources are read again.
      const waiting = compared.filter(
        ({ outcome, unreadSourceIds }) => outcome === 'drifted' && unreadSourceIds.length > 0,
      );
      await storeComparisons(
        tenant,
        compared.filter((resource) => !waiting.includes(resource)),
      );
      const sources = await claimDriftSyncs(tenant, [
        ...new Set(waiting.flatMap((one) => one.unreadSourceIds)),
      ]);
      for (const source of sources) await requestStateSync(tenant, { temporal, logger }, source);
      return ids;
    });
    after = page.at(-1);
    if (page.length < resourcesPerPage) return;
  }
}

async function fillAttributes(
  tenant: Tenant,
  resourceIds: readonly string[],
  hmacKey: Uint8Array,
): Promise<void> {
  const stale = await listStaleResources(tenant, resourceIds, comparableAttributesVersion);
  if (stale.length === 0) return;
  const hash = keyedHash(hmacKey);
  await storeResourceAttributes(
    tenant,
    stale.map(({ resourceId, revision, rulesVersion, resourceType, configuration, tags, unreadable }) => ({
      resourceId,
      revision,
      rulesVersion,
      forms: valuesOfResource(resourceType, configuration, tags, hash, unreadable),
    })),
  );
}
