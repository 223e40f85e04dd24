import type { Attempt } from './attempt.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Returns the types, among those given, that a scan has read completely in the account and region of an attempt. */
export async function listCellsReadBefore(
  tenant: Tenant,
  { accountId, region }: Attempt,
  resourceTypes: readonly string[],
): Promise<readonly string[]> {
  const rows = await rowsOf<{ resourceType: string }>(
    tenant,
    sql`select resource_type from coverage_cells
      where organization_id = ${tenant.organizationId} and aws_account_id = ${accountId} and region = ${region}
        and resource_type = any(${resourceTypes}::text[]) and last_complete_at is not null`,
  );
  return rows.map(({ resourceType: type }) => type);
}
