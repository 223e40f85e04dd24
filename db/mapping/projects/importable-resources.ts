import type { ImportableResource } from '../../../domain/mapping/import-blocks.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Returns resources with the fields that import blocks need, in the order of the ids. Unknown ids are left out. */
export async function listImportableResources(
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly ImportableResource[]> {
  const { organizationId } = tenant;
  return rowsOf<ImportableResource>(
    tenant,
    sql`select r.id, r.resource_type as "resourceType", r.native_id as "nativeId", r.arn, r.name,
               a.account_id as "awsAccountNumber", r.region, r.management_state as "managementState", r.status,
               coalesce(d.configuration, '{}') as configuration
      from unnest(${[...ids]}::uuid[]) with ordinality as wanted(id, position)
      join resources r on r.organization_id = ${organizationId} and r.id = wanted.id
      join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
      left join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = r.id
      order by wanted.position`,
  );
}
