import { randomUUID } from 'node:crypto';
import type { Tenant } from '../../../db/tenant.ts';
import { queryOf } from '../../../db/tenant.ts';
import type { ManagementState, ResourceStatus } from '../../../domain/values.ts';
import type { NaiveResource } from './naive-inventory.ts';

export interface NewResource {
  readonly type: string;
  readonly account: string;
  readonly region: string;
  readonly name: string | null;
  /** `{id}` is replaced with the native id. */
  readonly arn: string | null;
  readonly managementState: ManagementState;
  readonly tags: Readonly<Record<string, string>>;
}

export interface ResourceChange {
  readonly name: string | null;
  readonly status: ResourceStatus;
  readonly managementState: ManagementState;
  readonly tags: Readonly<Record<string, string>>;
}

/** Inserts resources as of a time into the database, as a scan does, and into the model. */
export async function insertResources(
  tenant: Tenant,
  model: NaiveResource[],
  added: readonly NewResource[],
  at: Date,
): Promise<void> {
  const rows = added.map((resource) => {
    const nativeId = `i-${randomUUID().slice(0, 8)}`;
    return { ...resource, id: randomUUID(), nativeId, arn: resource.arn?.replace('{id}', nativeId) ?? null };
  });
  if (rows.length === 0) return;
  const { organizationId } = tenant;
  await queryOf(tenant)('resources').insert(
    rows.map((row) => ({
      organization_id: organizationId,
      id: row.id,
      aws_account_id: row.account,
      region: row.region,
      resource_type: row.type,
      native_id: row.nativeId,
      arn: row.arn,
      name: row.name,
      management_state: row.managementState,
      config_hash: 'h',
      rule_set: 1,
      first_discovered_at: at,
      last_changed_at: at,
    })),
  );
  await queryOf(tenant)('resource_documents').insert(
    rows.map((row) => ({
      organization_id: organizationId,
      resource_id: row.id,
      revision: 1,
      configuration: {},
      volatile: {},
      tags: JSON.stringify(row.tags),
    })),
  );
  for (const row of rows) {
    const { type, account, region, nativeId, arn, managementState, name, tags } = row;
    const time = at.getTime();
    model.push({
      id: row.id,
      type,
      account,
      region,
      nativeId,
      arn,
      managementState,
      applications: new Set(),
      firstDiscovered: time,
      versions: [{ from: time, status: 'active', name, lastChanged: time, tags }],
    });
  }
}

/** Updates resources in one statement, as a scan does, and in the model. */
export async function changeResources(
  tenant: Tenant,
  changed: readonly { readonly resource: NaiveResource; readonly to: ResourceChange }[],
  at: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const rows = JSON.stringify(
    changed.map(({ resource, to }) => ({
      id: resource.id,
      name: to.name,
      status: to.status,
      management_state: to.managementState,
      tags: to.tags,
    })),
  );
  await queryOf(tenant).raw(
    `with o as materialized (
       select * from jsonb_to_recordset(?::jsonb) as o(id uuid, name text, status text, management_state text, tags jsonb)
     ), rows as (
       update resources r set name = o.name, status = o.status, management_state = o.management_state,
              last_changed_at = ?, deleted_at = case when o.status = 'deleted' then ?::timestamptz end
       from o where r.organization_id = ? and r.id = o.id
     )
     update resource_documents d set tags = o.tags from o where d.organization_id = ? and d.resource_id = o.id`,
    [rows, at, at, tenant.organizationId, tenant.organizationId],
  );
  for (const { resource, to } of changed) {
    resource.managementState = to.managementState;
    const { status, name, tags } = to;
    resource.versions.push({ from: at.getTime(), status, name, lastChanged: at.getTime(), tags });
  }
}
