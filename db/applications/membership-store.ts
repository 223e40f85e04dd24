import { errors } from '../../domain/errors.ts';
import { activeMembershipStatuses } from '../../domain/inventory/resource-filter.ts';
import type { Confidence, MembershipSource, MembershipStatus } from '../../domain/values.ts';
import { presentRows } from '../inventory/search/resource-row.ts';
import type { Positioned, ResourceRow } from '../inventory/search/resource-row.ts';
import { allOf, fixed, rowsOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface Membership {
  readonly id: string;
  readonly application_id: string;
  readonly resource_id: string;
  readonly status: MembershipStatus;
  readonly source: MembershipSource;
  readonly confidence: Confidence;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = fixed(
  'm.id, m.application_id, m.resource_id, m.status, m.source, m.confidence, m.created_at, m.updated_at',
);

/**
 * Declares resources to belong to an application. What was declared or confirmed stays so; a person's word replaces
 * what was inferred or rejected.
 * @throws CatalogueError `validation_failed` when one of the resources is unknown.
 */
export async function declareMemberships(
  tenant: Tenant,
  applicationId: string,
  resourceIds: readonly string[],
): Promise<readonly Membership[]> {
  const { organizationId } = tenant;
  const wanted = [...new Set(resourceIds)];
  const known = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from resources where organization_id = ${organizationId} and id = any(${wanted}::uuid[])
      order by id for key share`,
  );
  if (known.length < wanted.length)
    throw errors.validationFailed('resource_ids', 'names a resource that is not in the inventory');
  await rowsOf(
    tenant,
    sql`insert into memberships as m (organization_id, application_id, resource_id, status, source, confidence)
      select ${organizationId}, ${applicationId}, id, 'declared', 'declared', 'high'
      from unnest(${wanted}::uuid[]) id order by id
      on conflict on constraint memberships_resource_key do update
        set status = excluded.status, source = excluded.source, confidence = excluded.confidence, updated_at = now()
        where m.status not in ('declared', 'confirmed')`,
  );
  return rowsOf<Membership>(
    tenant,
    sql`select ${columns} from memberships m where m.organization_id = ${organizationId}
      and m.application_id = ${applicationId} and m.resource_id = any(${wanted}::uuid[]) order by m.id`,
  );
}

/** Resources of an application with their memberships, in the order in which they joined; one more than the limit. */
export async function listMembers(
  tenant: Tenant,
  applicationId: string,
  statuses: readonly MembershipStatus[] = activeMembershipStatuses,
  limit: number,
  after: string | undefined,
): Promise<readonly (ResourceRow & Positioned & { readonly membership: Membership })[]> {
  const { organizationId } = tenant;
  const conditions = [
    sql`m.organization_id = ${organizationId} and m.application_id = ${applicationId}`,
    sql`m.status = any(${statuses}::text[])`,
    ...(after === undefined ? [] : [sql`m.id > ${after}::uuid`]),
  ];
  const memberships = await rowsOf<Membership>(
    tenant,
    sql`select ${columns} from memberships m where ${allOf(conditions)} order by m.id limit ${limit + 1}`,
  );
  const ids = memberships.map(({ resource_id: id }) => id);
  const rows = await rowsOf<ResourceRow & Positioned>(
    tenant,
    presentRows(
      organizationId,
      sql`select id, place as key from unnest(${ids}::uuid[]) with ordinality as members (id, place)`,
      fixed('asc'),
    ),
  );
  return rows.flatMap((row) => {
    const membership = memberships.find(({ resource_id: id }) => id === row.id);
    return membership === undefined ? [] : [{ ...row, membership }];
  });
}
