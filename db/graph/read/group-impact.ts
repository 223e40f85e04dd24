import { joinEnvironment } from '../../applications/join-environment.ts';
import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { GroupLevel } from './group-level.ts';

/** Nodes with the same application, team or environment. `id` and `name` are null for nodes without one. */
export interface ImpactGroup {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly resources: number;
  /** Index in the given ids of the first node of the group. */
  readonly first: number;
}

/** Groups nodes by the groups of a level. A node counts in each of its groups. */
export async function groupByLevel(
  tenant: Tenant,
  ids: readonly string[],
  level: GroupLevel,
): Promise<readonly ImpactGroup[]> {
  const { organizationId } = tenant;
  return groupBy(
    tenant,
    ids,
    sql`select distinct g.resource_id, n.id, n.name
      from (${level.groupsOf(organizationId, sql`select id from given`)}) g
      join ${rawSql(level.table)} n on n.organization_id = ${organizationId} and n.id = g.group_id`,
  );
}

/** Groups nodes by environment. */
export async function groupByEnvironment(
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly ImpactGroup[]> {
  const { organizationId } = tenant;
  return groupBy(
    tenant,
    ids,
    sql`select r.id as resource_id, e.id, e.name from given
      join resources r on r.organization_id = ${organizationId} and r.id = given.id
      ${joinEnvironment(organizationId)}
      where e.id is not null`,
  );
}

/** @param keys A query with `(resource_id, id, name)`, which can read `given (id, position)`. */
async function groupBy(tenant: Tenant, ids: readonly string[], keys: Sql): Promise<readonly ImpactGroup[]> {
  return rowsOf<ImpactGroup>(
    tenant,
    sql`with given as materialized (select * from unnest(${ids}::uuid[]) with ordinality g (id, position)),
        keys as materialized (${keys})
      select k.id, k.name, count(*)::integer as resources, min(given.position)::integer - 1 as first
      from given left join keys k on k.resource_id = given.id
      group by k.id, k.name
      order by k.id is null, count(*) desc, k.name, k.id`,
  );
}
