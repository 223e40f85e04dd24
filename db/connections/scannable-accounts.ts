import { rowsOf } from '../query.ts';
import { allOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** An account with the role, external id and regions that a scan uses to call AWS. */
export interface ScannableAccount {
  readonly id: string;
  readonly connectionId: string;
  /** The account number: 12 digits. */
  readonly accountId: string;
  readonly name: string;
  readonly roleArn: string;
  /** Never in Temporal histories, never logged. */
  readonly externalId: string;
  /** The regions that are enabled in AWS and chosen by the user; sorted. */
  readonly effectiveRegions: readonly string[];
  /** Permission groups of the role; `undefined` when it is unknown what the role can read through Cloud Control. */
  readonly cloudControlGroups: readonly string[] | undefined;
  /** Version of the role's template; `undefined` when unknown. */
  readonly templateVersion: string | undefined;
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
