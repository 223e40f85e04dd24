import type { ObservedResource } from '../../domain/discovery/observation/observed-resource.ts';
import { execute } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { KnownResource } from './find-known-resources.ts';
import { volatileValues } from './observed-columns.ts';

/**
 * Replaces the stored volatile values of resources that are otherwise unchanged. The rows of the resources stay as they are:
 * no revision, no change, and no new `last_changed_at`.
 *
 * @param page the observations to which the positions of `known` refer
 */
export async function refreshVolatile(
  tenant: Tenant,
  page: readonly ObservedResource[],
  known: readonly KnownResource[],
): Promise<void> {
  const rows = known.flatMap(({ id, position }) => {
    const observed = page[position - 1];
    return observed === undefined ? [] : [{ ...observed, id }];
  });
  if (rows.length === 0) return;
  await execute(
    tenant,
    sql`update resource_documents d set volatile = ${volatileValues}
      from ${rowset('o', { id: 'uuid', volatile: 'jsonb', unreadable: 'jsonb' }, rows)}
      where d.organization_id = ${tenant.organizationId} and d.resource_id = o.id`,
  );
}
