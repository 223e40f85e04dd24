import { execute, rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

export interface NewExternalNode {
  readonly identifier: string;
  readonly resourceType: string | undefined;
  /** 12 digits. */
  readonly awsAccountNumber: string | undefined;
  readonly region: string | undefined;
}

export interface UpsertedNodes {
  /** The ids by identifier. */
  readonly ids: ReadonlyMap<string, string>;
  /** Ids of nodes that existed and whose type became known. */
  readonly typed: readonly string[];
}

/**
 * Inserts the external nodes that do not exist, and adds a type that becomes known. Updates every row, so that the deletion
 * of expired rows skips nodes that are about to be used.
 */
export async function upsertExternalNodes(
  tenant: Tenant,
  nodes: readonly NewExternalNode[],
): Promise<UpsertedNodes> {
  if (nodes.length === 0) return { ids: new Map(), typed: [] };
  const { organizationId } = tenant;
  const columns = {
    identifier: 'text',
    resourceType: 'text',
    awsAccountNumber: 'text',
    region: 'text',
  } as const;
  const rows = await rowsOf<{ id: string; identifier: string; typed: boolean }>(
    tenant,
    sql`insert into external_nodes as n (organization_id, identifier, resource_type, account_id, region)
      select ${organizationId}, g.* from ${rowset('g', columns, nodes)}
      on conflict (organization_id, identifier) do update
        set resource_type = coalesce(n.resource_type, excluded.resource_type)
      returning new.id, new.identifier,
        old.id is not null and old.resource_type is distinct from new.resource_type as typed`,
  );
  return {
    ids: new Map(rows.map(({ id, identifier }) => [identifier, id])),
    typed: rows.flatMap(({ id, typed }) => (typed ? [id] : [])),
  };
}

/** Deletes the nodes of the list that are no end of a relationship, not even of a stale one. */
export async function deleteUnusedNodes(tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { organizationId } = tenant;
  const used = await rowsOf<{ id: string }>(
    tenant,
    sql`select source_id as id from relationships
        where organization_id = ${organizationId} and source_id = any(${ids}::uuid[])
      union
      select target_id from relationships
        where organization_id = ${organizationId} and target_id = any(${ids}::uuid[])`,
  );
  const usedIds = new Set(used.map(({ id }) => id));
  const unused = ids.filter((id) => !usedIds.has(id));
  await execute(
    tenant,
    sql`delete from external_nodes where organization_id = ${organizationId} and id = any(${unused}::uuid[])`,
  );
}
