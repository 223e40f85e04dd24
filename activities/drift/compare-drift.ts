import {
  comparableAttributes,
  comparableAttributesVersion,
  keyOfRow,
} from '../../domain/drift/comparable-attributes.ts';
import { valuesOfResource } from '../../domain/drift/comparable-values.ts';
import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import { compareResources } from '../../db/drift/compare-resources.ts';
import type { DriftConsent } from '../../db/drift/compare-resources.ts';
import { listIgnoredTags } from '../../db/drift/drift-scopes.ts';
import { lockStateSource } from '../../db/mapping/states/state-source-store.ts';
import { claimDriftSyncs, endOutcomes, storeComparisons } from '../../db/drift/drift-store.ts';
import {
  listResourcesToCompare,
  listStaleResources,
  storeResourceAttributes,
} from '../../db/drift/resource-attribute-store.ts';
import type { DriftScope } from '../../db/drift/resource-attribute-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { keyedHash } from '../../runtime/keyed-hash.ts';
import type { Dependencies } from '../dependencies.ts';

const resourcesPerList = 20_000;
const resourcesPerPage = 1_000;

/** Attributes that deployments change: without the block's `ignore_changes` they are not compared. */
const deployedKeys = comparableAttributes.flatMap((type) =>
  type.rows.filter(({ deployed }) => deployed).map((row) => keyOfRow(type, row)),
);

export type DriftDependencies = Pick<Dependencies, 'database' | 'logger' | 'secretHashKeys' | 'temporal'>;

/**
 * Compares the resources of a scope with the states that manage them, a page in one transaction, and stores the outcomes. Requests
 * a sync of sources that were not read since a difference was observed. Idempotent.
 */
export async function compareDrift(
  dependencies: DriftDependencies,
  organizationId: string,
  scope: DriftScope,
): Promise<void> {
  const { database, secretHashKeys } = dependencies;
  const hmacKey = await secretHashKeys(organizationId);
  const ignoredTags = await database.withTenant(organizationId, listIgnoredTags);
  let after: string | undefined;
  for (;;) {
    const ids = await database.withTenant(organizationId, (tenant) =>
      listResourcesToCompare(tenant, scope, after, resourcesPerList),
    );
    for (let start = 0; start < ids.length; start += resourcesPerPage) {
      const page = ids.slice(start, start + resourcesPerPage);
      await database.withTenant(organizationId, (tenant) =>
        comparePage(tenant, dependencies, page, hmacKey, { deployedKeys, ignoredTags }),
      );
    }
    after = ids.at(-1);
    if (ids.length < resourcesPerList) return;
  }
}

async function comparePage(
  tenant: Tenant,
  { temporal, logger }: DriftDependencies,
  ids: readonly string[],
  hmacKey: Uint8Array,
  consent: DriftConsent,
): Promise<void> {
  await fillAttributes(tenant, ids, hmacKey);
  const compared = await compareResources(tenant, ids, consent);
  await endOutcomes(tenant, ids);
  // The resources keep their last outcome until the sources are read again.
  const waiting = new Set(
    compared.filter(({ outcome, unreadSourceIds }) => outcome === 'drifted' && unreadSourceIds.length > 0),
  );
  await storeComparisons(
    tenant,
    compared.filter((resource) => !waiting.has(resource)),
  );
  const unread = new Set([...waiting].flatMap(({ unreadSourceIds }) => unreadSourceIds));
  for (const id of await claimDriftSyncs(tenant, [...unread]))
    await requestStateSync(tenant, { temporal, logger }, await lockStateSource(tenant, id));
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
