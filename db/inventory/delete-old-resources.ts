import { oneRowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

const maximumBatch = 200;

/**
 * Deletes a batch of the resources that were deleted in AWS before a time, with their documents, revisions, memberships and
 * references. One that a relationship still has as its end stays until the relationship is deleted. State entries and plans
 * keep the address and the identifiers that they have as text. Returns whether there may be more.
 *
 * @param share - the part of the rows of a batch
 */
export async function deleteOldResources(tenant: Tenant, before: Date, share = 1): Promise<boolean> {
  const rows = Math.max(1, Math.floor(maximumBatch * share));
  const { removed } = await oneRowOf<{ removed: number }>(
    tenant,
    sql`select delete_old_resources(${before}, ${rows}) as removed`,
  );
  return removed === rows;
}
