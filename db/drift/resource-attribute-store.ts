import type { StoredUnreadablePart } from '../../domain/discovery/observation/unreadable-part.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { execute, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { selectClaims } from './compare-resources.ts';

/** What is compared: the resources that a source claims, or those of an account. */
export type DriftScope = { readonly stateSourceId: string } | { readonly awsAccountId: string };

/** Lists the active resources of a scope that an entry claims, and those with an outcome, after `after` by id. */
export async function listResourcesToCompare(
  tenant: Tenant,
  scope: DriftScope,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const [claimed, compared] =
    'stateSourceId' in scope
      ? [
          sql`c.state_source_id = ${scope.stateSourceId}`,
          sql`t.state_source_ids @> array[${scope.stateSourceId}::uuid]`,
        ]
      : [sql`r.aws_account_id = ${scope.awsAccountId}`, sql`r.aws_account_id = ${scope.awsAccountId}`];
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from (
        select c.resource_id as id from (${selectClaims(organizationId)}) c
        join resources r on r.organization_id = ${organizationId} and r.id = c.resource_id
        where ${claimed}
        union
        select t.resource_id from resource_drift t
        join resources r on r.organization_id = ${organizationId} and r.id = t.resource_id
        where t.organization_id = ${organizationId} and ${compared}
      ) found where ${after === undefined ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** A resource whose comparable attributes are not stored as of its last revision. */
export interface StaleResource {
  readonly resourceId: string;
  readonly resourceType: string;
  readonly revision: number;
  readonly configuration: JsonObject;
  readonly tags: Readonly<Record<string, string>>;
  readonly unreadable: readonly StoredUnreadablePart[] | undefined;
  readonly rulesVersion: string;
}

/** Lists those of the resources whose attributes other rules, another revision or other unreadable parts made. */
export async function listStaleResources(
  tenant: Tenant,
  resourceIds: readonly string[],
  version: string,
): Promise<readonly StaleResource[]> {
  const { organizationId } = tenant;
  return rowsOf<StaleResource>(
    tenant,
    sql`select r.id as resource_id, r.resource_type, d.revision, d.configuration, d.tags, r.unreadable, v.rules_version
      from resources r
      join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = r.id
      cross join lateral (select ${version} || coalesce(' ' || (
        select string_agg(p ->> 'part', ',' order by p ->> 'part') from jsonb_array_elements(r.unreadable) p), '')
        as rules_version) v
      left join resource_attributes f on f.organization_id = ${organizationId} and f.resource_id = r.id
      where r.organization_id = ${organizationId} and r.id = any(${resourceIds}::uuid[]) and r.status = 'active'
        and (f.revision, f.rules_version) is distinct from (d.revision, v.rules_version)`,
  );
}

/** Stores the attributes of resources. */
export async function storeResourceAttributes(
  tenant: Tenant,
  rows: readonly (Pick<StaleResource, 'resourceId' | 'revision' | 'rulesVersion'> & {
    readonly forms: Readonly<Record<string, readonly string[]>>;
  })[],
): Promise<void> {
  const columns = { resourceId: 'uuid', revision: 'integer', rulesVersion: 'text', forms: 'jsonb' } as const;
  await execute(
    tenant,
    sql`insert into resource_attributes (organization_id, resource_id, revision, rules_version, forms)
      select ${tenant.organizationId}::uuid, n.resource_id, n.revision, n.rules_version, n.forms
      from ${rowset('n', columns, rows)}
      on conflict on constraint resource_attributes_pkey do update set revision = excluded.revision,
        rules_version = excluded.rules_version, forms = excluded.forms`,
  );
}
