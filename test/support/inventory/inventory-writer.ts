import { randomUUID } from 'node:crypto';
import type { Tenant } from '../../../db/tenant.ts';
import { execute } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
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
  resources: readonly NewResource[],
  at: Date,
): Promise<void> {
  const rows = resources.map((resource) => {
    const nativeId = `i-${randomUUID().slice(0, 8)}`;
    return { ...resource, id: randomUUID(), nativeId, arn: resource.arn?.replace('{id}', nativeId) ?? null };
  });
  if (rows.length === 0) return;
  const { organizationId } = tenant;
  const added = JSON.stringify(
    rows.map((row) => ({
      id: row.id,
      aws_account_id: row.account,
      region: row.region,
      resource_type: row.type,
      native_id: row.nativeId,
      arn: row.arn,
      name: row.name,
      management_state: row.managementState,
      tags: row.tags,
    })),
  );
  await execute(
    tenant,
    sql`insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name,
        management_state, config_hash, rule_set, first_discovered_at, last_changed_at)
      select ${organizationId}::uuid, id, aws_account_id, region, resource_type, native_id, arn, name, management_state,
             'h', 1, ${at}::timestamptz, ${at}::timestamptz
      from jsonb_to_recordset(${added}::jsonb) as o(id uuid, aws_account_id uuid, region text, resource_type text,
        native_id text, arn text, name text, management_state text)`,
  );
  await execute(
    tenant,
    sql`insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
      select ${organizationId}::uuid, id, 1, '{}', '{}', tags
      from jsonb_to_recordset(${added}::jsonb) as o(id uuid, tags jsonb)`,
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
  await execute(
    tenant,
    sql`with o as materialized (
       select * from jsonb_to_recordset(${rows}::jsonb) as o(id uuid, name text, status text, management_state text, tags jsonb)
     ), rows as (
       update resources r set name = o.name, status = o.status, management_state = o.management_state,
              last_changed_at = ${at}, deleted_at = case when o.status = 'deleted' then ${at}::timestamptz end
       from o where r.organization_id = ${tenant.organizationId} and r.id = o.id
     )
     update resource_documents d set tags = o.tags from o
     where d.organization_id = ${tenant.organizationId} and d.resource_id = o.id`,
  );
  for (const { resource, to } of changed) {
    resource.managementState = to.managementState;
    const { status, name, tags } = to;
    resource.versions.push({ from: at.getTime(), status, name, lastChanged: at.getTime(), tags });
  }
}
