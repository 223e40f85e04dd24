import { statusesChangedBy } from '../../domain/applications/membership-transitions.ts';
import { errors } from '../../domain/errors.ts';
import { rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { membershipColumns } from './membership.ts';
import type { Membership } from './membership.ts';

/** @throws CatalogueError `not_found`. */
export async function getMembership(tenant: Tenant, id: string): Promise<Membership> {
  const membership = await rowOf<Membership>(
    tenant,
    sql`select ${membershipColumns} from memberships m
      where m.organization_id = ${tenant.organizationId} and m.id = ${id}`,
  );
  if (membership === undefined) throw errors.notFound();
  return membership;
}

/** A declared resource, with its name or native id. */
export interface DeclaredResource {
  readonly id: string;
  readonly name: string;
}

export interface Declaration {
  /** Of all resources, by id. */
  readonly memberships: readonly Membership[];
  /** The resources whose membership changed. */
  readonly changed: readonly DeclaredResource[];
}

/**
 * Declares that resources belong to an application. Declared and confirmed memberships stay as they are; the others become
 * declared, without their rule and review.
 * @throws CatalogueError `validation_failed` when a resource does not exist.
 */
export async function declareMemberships(
  tenant: Tenant,
  applicationId: string,
  resourceIds: readonly string[],
): Promise<Declaration> {
  const { organizationId } = tenant;
  const ids = [...new Set(resourceIds)];
  const found = await rowsOf<DeclaredResource>(
    tenant,
    sql`select id, coalesce(name, native_id) as name from resources
      where organization_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for key share`,
  );
  if (found.length < ids.length)
    throw errors.validationFailed('resource_ids', 'names a resource that is not in the inventory');
  const changed = await rowsOf<{ resourceId: string }>(
    tenant,
    sql`insert into memberships as m
        (organization_id, application_id, resource_id, status, source, confidence, evidence)
      select ${organizationId}::uuid, ${applicationId}::uuid, id, 'declared', 'declared', 'high', '[{"kind": "declared"}]'
      from unnest(${ids}::uuid[]) id order by id
      on conflict on constraint memberships_resource_key do update
        set status = excluded.status, source = excluded.source, confidence = excluded.confidence,
            evidence = excluded.evidence, rule_id = null, reviewed_by = null, reviewed_at = null, reason = null,
            updated_at = now()
        where m.status = any(${statusesChangedBy('declare')}::text[])
      returning m.resource_id`,
  );
  const changedIds = new Set(changed.map(({ resourceId: id }) => id));
  const memberships = await rowsOf<Membership>(
    tenant,
    sql`select ${membershipColumns} from memberships m where m.organization_id = ${organizationId}
      and m.application_id = ${applicationId} and m.resource_id = any(${ids}::uuid[]) order by m.id`,
  );
  return { memberships, changed: found.filter(({ id }) => changedIds.has(id)) };
}
