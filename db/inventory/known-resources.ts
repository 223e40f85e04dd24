import type { JsonObject } from '../../domain/json/json.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Attempt } from '../discovery/attempt.ts';

/** A resource that the attempt has read, with the values that the lists of its children need. */
export interface ReadResource {
  readonly arn: string | undefined;
  readonly name: string | undefined;
}

/** Returns the resources of a cell, among the native ids, that are in the attempt's seen-set. */
export async function listReadResources(
  tenant: Tenant,
  attempt: Attempt,
  resourceType: string,
  nativeIds: readonly string[],
): Promise<ReadonlyMap<string, ReadResource>> {
  const rows = await rowsOf<ReadResource & { readonly nativeId: string }>(
    tenant,
    sql`select r.native_id, r.arn, r.name from resources r
     where ${ofCell(tenant, attempt, resourceType, nativeIds)} and exists (
       select from seen_resources s where s.organization_id = ${tenant.organizationId} and s.task_id = ${attempt.taskId}
         and s.attempt = ${attempt.attempt} and s.resource_id = r.id)`,
  );
  return new Map(rows.map(({ nativeId, arn, name }) => [nativeId, { arn, name }]));
}

/**
 * Returns the stored configurations of active resources of a cell, by native id. Omits resources with unreadable parts and
 * configurations of another rule set, because their details must be read again.
 */
export async function listConfigurations(
  tenant: Tenant,
  attempt: Attempt,
  resourceType: string,
  nativeIds: readonly string[],
  ruleSet: number,
): Promise<ReadonlyMap<string, JsonObject>> {
  const rows = await rowsOf<{ readonly nativeId: string; readonly configuration: JsonObject }>(
    tenant,
    sql`select r.native_id, d.configuration from resources r
     join resource_documents d on d.organization_id = r.organization_id and d.resource_id = r.id
     where ${ofCell(tenant, attempt, resourceType, nativeIds)} and r.status = 'active' and r.rule_set = ${ruleSet}
       and r.unreadable is null`,
  );
  return new Map(rows.map(({ nativeId, configuration }) => [nativeId, configuration]));
}

/** Returns the native ids of the active resources of a cell, among the native ids, that are stored with tags. */
export async function listTaggedResources(
  tenant: Tenant,
  attempt: Attempt,
  resourceType: string,
  nativeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ readonly nativeId: string }>(
    tenant,
    sql`select r.native_id from resources r
     join resource_documents d on d.organization_id = r.organization_id and d.resource_id = r.id
     where ${ofCell(tenant, attempt, resourceType, nativeIds)} and r.status = 'active' and d.tags <> '{}'`,
  );
  return new Set(rows.map(({ nativeId }) => nativeId));
}

function ofCell(
  { organizationId }: Tenant,
  { accountId, region }: Attempt,
  resourceType: string,
  nativeIds: readonly string[],
): Sql {
  return sql`r.organization_id = ${organizationId} and r.aws_account_id = ${accountId} and r.region = ${region}
    and r.resource_type = ${resourceType} and r.native_id = any(${nativeIds}::text[])`;
}
