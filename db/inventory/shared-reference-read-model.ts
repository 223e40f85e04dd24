import { rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A resource that another account shares with an account. */
export interface SharedReferenceRow {
  readonly id: string;
  readonly region: string;
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn: string | undefined;
  readonly ownerAccountNumber: string;
  /** Id of the active resource; null while no scan has stored it. */
  readonly resourceId: string | undefined;
}

/** Lists the references of an account by id, one more than `limit`. */
export async function listSharedReferences(
  tenant: Tenant,
  accountId: string,
  limit: number,
  after: string | undefined,
): Promise<readonly SharedReferenceRow[]> {
  const { organizationId } = tenant;
  return rowsOf<SharedReferenceRow>(
    tenant,
    sql`select f.id, f.region, f.resource_type, f.native_id, f.arn, f.owner_account_number, held.id as resource_id
      from shared_references f
      left join lateral (
        (select r.id from aws_accounts a join resources r on r.organization_id = ${organizationId}
           and r.aws_account_id = a.id and r.region in (f.region, split_part(f.arn, ':', 4))
           and r.resource_type = f.resource_type and r.native_id = f.native_id and r.status = 'active'
         where a.organization_id = ${organizationId} and a.account_id = f.owner_account_number)
        union all
        (select r.id from resources r where r.organization_id = ${organizationId} and r.arn = f.arn
           and r.owner_account_number is not null and r.owner_account_number = f.owner_account_number
           and r.status = 'active')
        limit 1) held on true
      where f.organization_id = ${organizationId} and f.aws_account_id = ${accountId}
        and ${after === undefined ? rawSql('true') : sql`f.id > ${after}`}
      order by f.id limit ${limit + 1}`,
  );
}
