import { rowsOf } from '../query.ts';
import { allOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** An account with the role, external id and regions that a scan uses to call AWS. */
export interface ScannableAccount {
  readonly id: string;
  readonly connection_id: string;
  /** The account number: 12 digits. */
  readonly account_id: string;
  readonly name: string;
  readonly role_arn: string;
  /** Never in Temporal histories, never logged. */
  readonly external_id: string;
  /** The regions that are enabled in AWS and chosen by the user; sorted. */
  readonly effective_regions: readonly string[];
  /** Permission groups of the role; `null` when it is unknown what the role can read through Cloud Control. */
  readonly cloud_control_groups: readonly string[] | null;
  /** Version of the role's template; `null` when unknown. */
  readonly template_version: string | null;
}

/** Lists the included, connected accounts by id: all of the organization, those of a connection, or one account. */
export async function findScannableAccounts(
  tenant: Tenant,
  {
    connectionId,
    accountId,
  }: { readonly connectionId?: string | undefined; readonly accountId?: string | undefined } = {},
): Promise<readonly ScannableAccount[]> {
  const conditions = [
    sql`a.organization_id = ${tenant.organizationId} and a.included and a.status = 'connected'`,
    sql`c.status <> 'deleting'`,
    ...(connectionId === undefined ? [] : [sql`a.connection_id = ${connectionId}`]),
    ...(accountId === undefined ? [] : [sql`a.id = ${accountId}`]),
  ];
  return rowsOf<ScannableAccount>(
    tenant,
    sql`select a.id, a.connection_id, a.account_id, coalesce(a.name, a.account_id) as name, a.role_arn, c.external_id,
               a.effective_regions, a.cloud_control_groups, a.template_version
     from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
     where ${allOf(conditions)} order by a.id`,
  );
}
