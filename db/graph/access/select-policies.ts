import type { AccessStatement } from '../../../domain/graph/access/access-statement.ts';
import type { AccessHolderKind } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** The policies of a resource, as extraction stores them. */
export interface StoredPolicies {
  readonly resourceId: string;
  readonly awsAccountId: string;
  readonly account: string;
  readonly kind: AccessHolderKind | undefined;
  readonly name: string | undefined;
  readonly arn: string | undefined;
  readonly policyArns: readonly string[];
  readonly boundaryArn: string | undefined;
  readonly groupNames: readonly string[];
  readonly statements: readonly AccessStatement[];
}

/** Returns the stored policies that meet a condition. `condition` can end in an order and a limit. */
export async function selectPolicies(tenant: Tenant, condition: Sql): Promise<readonly StoredPolicies[]> {
  return rowsOf<StoredPolicies>(
    tenant,
    sql`select p.resource_id, p.aws_account_id, a.account_id as account, p.kind, p.name, p.arn, p.policy_arns, p.boundary_arn,
        p.group_names, p.statements
      from access_policies p
      join aws_accounts a on a.organization_id = p.organization_id and a.id = p.aws_account_id
      where p.organization_id = ${tenant.organizationId} and ${condition}`,
  );
}
