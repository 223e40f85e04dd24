import { activeMembershipStatuses } from '../../domain/inventory/resource-filter.ts';
import { membershipStatuses } from '../../domain/values.ts';
import type { MembershipStatus } from '../../domain/values.ts';
import { selectResourceRows } from '../inventory/search/resource-row.ts';
import type { Positioned, ResourceRow } from '../inventory/search/resource-row.ts';
import { rowsOf } from '../query.ts';
import { allOf, anyOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { membershipColumns } from './membership.ts';
import type { Membership } from './membership.ts';

/** Values within a list are combined with OR, fields with AND. */
export interface MembershipFilter {
  readonly statuses?: readonly MembershipStatus[] | undefined;
  readonly applicationIds?: readonly string[] | undefined;
  readonly resourceIds?: readonly string[] | undefined;
  readonly ruleIds?: readonly string[] | undefined;
  /** Also matches confirmed, declared and rejected memberships of deleted resources. */
  readonly includeDeleted?: boolean | undefined;
}

/** Lists memberships by id (UUID version 7, so oldest first). Reads one row more than the limit. */
export async function listMemberships(
  tenant: Tenant,
  filter: MembershipFilter,
  limit: number,
  after: string | undefined,
): Promise<readonly Membership[]> {
  const { organizationId } = tenant;
  const { applicationIds, statuses } = filter;
  const conditions = [
    sql`m.organization_id = ${organizationId}`,
    ...anyOf('m.resource_id', filter.resourceIds, 'uuid'),
    ...anyOf('m.rule_id', filter.ruleIds, 'uuid'),
    ...(after === undefined ? [] : [sql`m.id > ${after}::uuid`]),
    ...(filter.includeDeleted === true ? [] : [isShown(organizationId)]),
  ];
  const page = rawSql(String(limit + 1));
  const sorted = (more: readonly Sql[]) =>
    sql`select ${membershipColumns} from memberships m where ${allOf([...conditions, ...more])} order by m.id limit ${page}`;
  return rowsOf<Membership>(
    tenant,
    applicationIds === undefined
      ? sorted(anyOf('m.status', statuses))
      : // The index is sorted by id within an application and status. Sorting 100,000 members takes longer.
        sql`select m.* from (select distinct unnest(${applicationIds}::uuid[])) given(application)
          cross join unnest(${[...new Set(statuses ?? membershipStatuses)]}::text[]) shown
          cross join lateral (${sorted([rawSql('m.application_id = application and m.status = shown')])}) m
          order by m.id limit ${page}`,
  );
}

/** Lists the memberships of an application with their resources, by membership id; one more than the limit. */
export async function listApplicationMembers(
  tenant: Tenant,
  applicationId: string,
  filter: Pick<MembershipFilter, 'statuses' | 'includeDeleted'>,
  limit: number,
  after: string | undefined,
): Promise<readonly (ResourceRow & Positioned & { readonly membership: Membership })[]> {
  const { statuses = activeMembershipStatuses, includeDeleted } = filter;
  const memberships = await listMemberships(
    tenant,
    { applicationIds: [applicationId], statuses, includeDeleted },
    limit,
    after,
  );
  const byResource = new Map(memberships.map((membership) => [membership.resourceId, membership]));
  const rows = await rowsOf<ResourceRow & Positioned>(
    tenant,
    selectResourceRows(
      tenant.organizationId,
      sql`select id, place as key
        from unnest(${[...byResource.keys()]}::uuid[]) with ordinality as members (id, place)`,
      rawSql('asc'),
    ),
  );
  return rows.flatMap((row) => {
    const membership = byResource.get(row.id);
    return membership === undefined ? [] : [{ ...row, membership }];
  });
}

/** A stale membership shows that its resource is deleted, so it is not hidden with the resource. */
function isShown(organizationId: string): Sql {
  return sql`(m.status = 'stale' or exists (select from resources r
    where r.organization_id = ${organizationId} and r.id = m.resource_id and r.status <> 'deleted'))`;
}
