import { errors } from '../../domain/errors.ts';
import { activeMembershipStatuses } from '../../domain/inventory/resource-filter.ts';
import type { Confidence, MembershipSource, MembershipStatus } from '../../domain/values.ts';
import { selectResourceRows } from '../inventory/search/resource-row.ts';
import type { Positioned, ResourceRow } from '../inventory/search/resource-row.ts';
import { execute, rowsOf } from '../query.ts';
import { allOf, rawSql, sql } from '../sql.ts';
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

const columns = rawSql(
  'm.id, m.application_id, m.resource_id, m.status, m.source, m.confidence, m.created_at, m.updated_at',
);

/**
 * Declares that resources belong to an application and returns the memberships by id. Declared and confirmed memberships
 * stay as they are; the others become declared.
 * @throws CatalogueError `validation_failed` when a resource does not exist.
 */
export async function declareMemberships(
  tenant: Tenant,
  applicationId: string,
  resourceIds: readonly string[],
): Promise<readonly Membership[]> {
  const { organizationId } = tenant;
  const ids = [...new Set(resourceIds)];
  const found = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from resources where organization_id = ${organizationId} and id = any(${ids}::uuid[])
      order by id for key share`,
  );
  if (found.length < ids.length)
    throw errors.validationFailed('resource_ids', 'names a resource that is not in the inventory');
  await execute(
    tenant,
    sql`insert into memberships as m (organization_id, application_id, resource_id, status, source, confidence)
      select ${organizationId}::uuid, ${applicationId}::uuid, id, 'declared', 'declared', 'high'
      from unnest(${ids}::uuid[]) id order by id
      on conflict on constraint memberships_resource_key do update
        set status = excluded.status, source = excluded.source, confidence = excluded.confidence, updated_at = now()
        where m.status not in ('declared', 'confirmed')`,
  );
  return rowsOf<Membership>(
    tenant,
    sql`select ${columns} from memberships m where m.organization_id = ${organizationId}
      and m.application_id = ${applicationId} and m.resource_id = any(${ids}::uuid[]) order by m.id`,
  );
}

/** Lists the memberships of an application with their resources, by membership id; one more than the limit. */
export async function listMemberships(
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
    selectResourceRows(
      organizationId,
      sql`select id, place as key from unnest(${ids}::uuid[]) with ordinality as members (id, place)`,
      rawSql('asc'),
    ),
  );
  return rows.flatMap((row) => {
    const membership = memberships.find(({ resource_id: id }) => id === row.id);
    return membership === undefined ? [] : [{ ...row, membership }];
  });
}
