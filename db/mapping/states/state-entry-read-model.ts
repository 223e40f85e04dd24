import { containsText } from '../../fragments/contains-text.ts';
import { rowsOf } from '../../query.ts';
import { allOf, anyOf, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { StateEntryRow } from './state-entry.ts';

export interface StateEntryFilters {
  readonly class?: readonly string[] | undefined;
  /** Types of the inventory, or Terraform types of entries that have none. */
  readonly resource_type?: readonly string[] | undefined;
  /** A part of the address, the ARN or the id; case-insensitive. */
  readonly q?: string | undefined;
}

export type ListedStateEntry = Pick<
  StateEntryRow,
  'address' | 'codeAddress' | 'class' | 'reason' | 'resourceId' | 'identity'
> & {
  /** The Terraform type when no rule names a type of the inventory. */
  readonly resourceType: string;
};

/** Lists the entries of a source by address, one more than `limit`. */
export async function listStateEntries(
  tenant: Tenant,
  stateSourceId: string,
  filters: StateEntryFilters,
  limit: number,
  after: string | undefined,
): Promise<readonly ListedStateEntry[]> {
  const conditions = [
    sql`e.organization_id = ${tenant.organizationId} and e.state_source_id = ${stateSourceId}`,
    ...anyOf('e.class', filters.class),
    ...anyOf('coalesce(e.resource_type, e.terraform_type)', filters.resource_type),
    ...(filters.q === undefined
      ? []
      : [containsText("concat_ws(chr(10), e.address, e.arn, e.identity ->> 'id')", filters.q)]),
    ...(after === undefined ? [] : [sql`e.address > ${after}`]),
  ];
  return rowsOf<ListedStateEntry>(
    tenant,
    sql`select e.address, e.code_address, coalesce(e.resource_type, e.terraform_type) as resource_type, e.class,
        e.reason, e.resource_id, e.identity
      from state_entries e where ${allOf(conditions)} order by e.address limit ${limit + 1}`,
  );
}
