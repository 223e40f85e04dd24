import type { ObservedResource } from '../../domain/discovery/observation/observed-resource.ts';
import type { Attempt } from '../discovery/attempt.ts';
import { execute, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Returns the versions of the stored resources of active stacks, among the native ids. */
export async function listStackVersions(
  tenant: Tenant,
  { accountId, region }: Attempt,
  resourceType: string,
  nativeIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ readonly nativeId: string; readonly version: string }>(
    tenant,
    sql`select r.native_id, s.version from resources r
      join stack_readings s on s.organization_id = ${tenant.organizationId} and s.stack_id = r.id
      where r.organization_id = ${tenant.organizationId} and r.aws_account_id = ${accountId} and r.region = ${region}
        and r.resource_type = ${resourceType} and r.native_id = any(${nativeIds}::text[]) and r.status = 'active'
        and s.version is not null`,
  );
  return new Map(rows.map(({ nativeId, version }) => [nativeId, version]));
}

/**
 * Stores the resources of the stacks of a page that were read. A resource that its stack no longer lists, but that still exists, was
 * retained: it stays as such. Idempotent.
 */
export async function storeStackResources(
  tenant: Tenant,
  { accountId, region }: Attempt,
  page: readonly ObservedResource[],
): Promise<void> {
  const stacks = page.flatMap(({ resourceType, nativeId, stack }) =>
    stack === undefined ? [] : [{ resourceType, nativeId, version: stack.version }],
  );
  if (stacks.length === 0) return;
  const listed = page.flatMap(({ nativeId, stack }) =>
    (stack?.resources ?? []).map((resource) => ({ ...resource, nativeId })),
  );
  const { organizationId } = tenant;
  const columns = {
    nativeId: 'text',
    logicalId: 'text',
    resourceType: 'text',
    physicalId: 'text',
    retained: 'boolean',
  } as const;
  await execute(
    tenant,
    sql`with stack as materialized (
        select r.id, o.native_id, o.version
        from ${rowset('o', { resourceType: 'text', nativeId: 'text', version: 'text' }, stacks)}
        join resources r on r.organization_id = ${organizationId} and r.aws_account_id = ${accountId}
          and r.region = ${region} and r.resource_type = o.resource_type and r.native_id = o.native_id
      ), listed as materialized (
        select s.id as stack_id, o.logical_id, o.resource_type, o.physical_id, o.retained
        from ${rowset('o', columns, listed)} join stack s on s.native_id = o.native_id
      ), written as (
        insert into stack_resources as m (organization_id, stack_id, logical_id, physical_id, aws_account_id,
          resource_type, retained)
        select ${organizationId}::uuid, stack_id, logical_id, physical_id, ${accountId}::uuid, resource_type, retained
        from listed
        on conflict on constraint stack_resources_pkey do update
          set resource_type = excluded.resource_type, retained = excluded.retained
          where (m.resource_type, m.retained) is distinct from (excluded.resource_type, excluded.retained)
        returning m.stack_id
      ), unlisted as materialized (
        select m.stack_id, m.logical_id, m.physical_id, m.retained, exists (
            select from resources r where r.organization_id = ${organizationId} and r.id = m.resource_id
              and r.status = 'active') as remains
        from stack s join stack_resources m on m.organization_id = ${organizationId} and m.stack_id = s.id
        where not exists (select from listed l
          where l.stack_id = m.stack_id and l.logical_id = m.logical_id and l.physical_id = m.physical_id)
      ), released as (
        update stack_resources m set retained = true from unlisted u
        where m.organization_id = ${organizationId} and m.stack_id = u.stack_id and m.logical_id = u.logical_id
          and m.physical_id = u.physical_id and u.remains and not u.retained returning m.stack_id
      ), deleted as (
        delete from stack_resources m using unlisted u
        where m.organization_id = ${organizationId} and m.stack_id = u.stack_id and m.logical_id = u.logical_id
          and m.physical_id = u.physical_id and not u.remains returning m.stack_id
      ), changed as (
        select stack_id from written union select stack_id from released union select stack_id from deleted
      )
      insert into stack_readings as s (organization_id, stack_id, version, changed_at)
      select ${organizationId}::uuid, id, version, now() from stack
      on conflict on constraint stack_readings_pkey do update set version = excluded.version,
        changed_at = case when s.stack_id in (select stack_id from changed) then now() else s.changed_at end`,
  );
}
