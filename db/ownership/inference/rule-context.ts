import type { NamedEnvironment } from '../../../domain/ownership/environment-words.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Rows of the organization against which leaves are evaluated before the resources are read. */
export interface RuleContext {
  /** The distinct keys of tags, also of former ones. */
  readonly tagKeys: readonly string[];
  readonly accounts: readonly ContextAccount[];
}

export interface ContextAccount {
  readonly id: string;
  /** The 12 digits. */
  readonly number: string;
  readonly name: string | undefined;
  readonly ouPath: string | undefined;
}

export async function loadRuleContext(tenant: Tenant): Promise<RuleContext> {
  const accounts = await rowsOf<ContextAccount>(
    tenant,
    sql`select id, account_id as number, name, ou_path from aws_accounts
      where organization_id = ${tenant.organizationId} order by id`,
  );
  return { tagKeys: await listTagKeys(tenant), accounts };
}

/** Lists the distinct tag keys with one index probe per key, because Postgres would read every tag. */
async function listTagKeys(tenant: Tenant): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ key: string }>(
    tenant,
    sql`with recursive found as (
        (select t.key from resource_tags t where t.organization_id = ${organizationId} order by t.key limit 1)
        union all
        select (select t.key from resource_tags t where t.organization_id = ${organizationId} and t.key > found.key
          order by t.key limit 1) from found where found.key is not null
      )
      select key from found where key is not null`,
  );
  return rows.map(({ key }) => key);
}

/** Lists the environments by name. */
export async function listNamedEnvironments(tenant: Tenant): Promise<readonly NamedEnvironment[]> {
  return rowsOf<NamedEnvironment>(
    tenant,
    sql`select id, name, class from environments where organization_id = ${tenant.organizationId} order by name`,
  );
}
