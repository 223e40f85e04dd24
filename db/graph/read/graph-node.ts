import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import type { GraphEntityType } from '../../../domain/values.ts';
import { rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** A node of the graph. Applications and teams have neither type, account nor region. */
export interface NodeRow {
  readonly entityType: GraphEntityType;
  readonly id: string;
  /** Of a resource its name or native id, of an external node the identifier. */
  readonly name: string;
  readonly resourceType: string | undefined;
  /** UUID of the connected account; `undefined` for an account that is not connected. */
  readonly awsAccountId: string | undefined;
  /** Of an external node, the 12 digits of the account that the reference names. */
  readonly accountId: string | undefined;
  readonly region: string | undefined;
}

/**
 * Returns a query for the nodes of resources, deleted or not, and external nodes: rows are {@link NodeRow}s, without order.
 * Ids of neither give no row. With `asOf`, resources have the name of that time; those that were discovered later are external.
 * @param ids A query with one column; ids may repeat.
 */
export function selectNodes(organizationId: string, ids: Sql, asOf?: HistoryTime): Sql {
  const name =
    asOf === undefined
      ? sql`r.name`
      : sql`(select h.name from resource_history h where h.organization_id = ${organizationId}
          and h.resource_id = r.id and h.valid_from <= ${asOf} and h.valid_to > ${asOf})`;
  const type =
    asOf === undefined
      ? sql`'resource'`
      : sql`case when r.first_discovered_at > ${asOf} then 'external' else 'resource' end`;
  return sql`(
    with wanted as materialized (select distinct id from (${ids}) given (id))
    select ${type} as entity_type, r.id, coalesce(nullif(${name}, ''), r.native_id) as name, r.resource_type,
           r.aws_account_id::text, null as account_id, r.region
    from wanted join resources r on r.organization_id = ${organizationId} and r.id = wanted.id
    union all
    select 'external', x.id, x.identifier, x.resource_type, a.id::text, x.account_id, x.region
    from wanted
    join external_nodes x on x.organization_id = ${organizationId} and x.id = wanted.id
    left join aws_accounts a on a.organization_id = ${organizationId} and a.account_id = x.account_id
      and a.deleted_at is null)`;
}

/** Returns whether a resource, deleted or not, or an external node has the id. */
export async function nodeExists(tenant: Tenant, id: string): Promise<boolean> {
  return (await rowOf(tenant, selectNodes(tenant.organizationId, sql`select ${id}::uuid`))) !== undefined;
}
