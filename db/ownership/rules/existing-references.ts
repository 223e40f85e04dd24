import type { ReferenceKind } from '../../../domain/ownership/rule-references.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Returns the ids that have a record in the organization. A deleted record counts as none. */
export async function existingReferences(
  tenant: Tenant,
  kind: ReferenceKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select x.id from ${sources[kind]} and x.organization_id = ${organizationId} and x.id = any(${ids}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

const liveRepositories = sql`repositories r
  join scm_connections c on c.organization_id = r.organization_id and c.id = r.scm_connection_id
    and c.deleted_at is null`;

/** The `from` clause of each kind, with the alias `x` and the start of a `where` clause. */
const sources: Readonly<Record<ReferenceKind, Sql>> = {
  account: sql`aws_accounts x where x.deleted_at is null`,
  application: sql`applications x where true`,
  project: sql`iac_projects x join ${liveRepositories} on r.organization_id = x.organization_id
    and r.id = x.repository_id where true`,
  repository: sql`(select r.* from ${liveRepositories}) x where true`,
};
