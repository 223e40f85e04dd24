import { errors } from '../../../domain/errors.ts';
import type { MappingCorrectionAction } from '../../../domain/values.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { execute, oneRowOf, queryModel, rowOf, rowsOf } from '../../query.ts';
import { insertRow } from '../../row-store.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { recordAddressChange } from '../projects/code-changes.ts';
import { recordCoverage } from '../coverage/coverage-history-store.ts';
import { recomputeManagementStates } from './management-state.ts';
import { MappingCorrection } from './mapping-correction.ts';

/** A correction, with whether its project is missing or deleted. */
export type MappingCorrectionRecord = MappingCorrection & { readonly stale: boolean };

export interface NewCorrection {
  readonly action: MappingCorrectionAction;
  readonly iacProjectId: string | undefined;
  readonly address: string | undefined;
  readonly reason: string | undefined;
  readonly createdBy: string;
}

/** Lists the corrections of a resource in force by id, one more than `limit`. */
export async function listCorrections(
  tenant: Tenant,
  resourceId: string,
  limit: number,
  after?: string,
): Promise<readonly MappingCorrectionRecord[]> {
  const { organizationId } = tenant;
  return rowsOf<MappingCorrectionRecord>(
    tenant,
    sql`select c.*, ${isStale(organizationId)} as stale
      from mapping_corrections c
      where c.organization_id = ${organizationId} and c.resource_id = ${resourceId}
        and ${after === undefined ? rawSql('true') : sql`c.id > ${after}`}
      order by c.id limit ${limit + 1}`,
  );
}

/** The condition that the project of correction `c` is missing or deleted. */
function isStale(organizationId: string): Sql {
  return sql`(c.iac_project_id is not null and not exists (
    select from iac_projects p
    join repositories r on r.organization_id = p.organization_id and r.id = p.repository_id
    join scm_connections s on s.organization_id = r.organization_id and s.id = r.scm_connection_id
      and s.deleted_at is null
    where p.organization_id = ${organizationId} and p.id = c.iac_project_id and p.status <> 'missing'))`;
}

/** A resource that is locked until the transaction ends. */
export interface CorrectedResource {
  readonly id: string;
  readonly name: string | undefined;
  readonly nativeId: string;
  readonly status: string;
}

/**
 * Inserts a correction, computes the management state of its resource and stores the coverage of the day. Replaces the
 * contrary correction (`link` and `unlink`) of the same address.
 * @throws CatalogueError `not_found` for an unknown resource; `conflict` for a deleted one, and for a correction that
 *   exists.
 */
export async function createCorrection(
  tenant: Tenant,
  resourceId: string,
  { action, iacProjectId, address, reason, createdBy }: NewCorrection,
): Promise<{ readonly resource: CorrectedResource; readonly correction: MappingCorrectionRecord }> {
  const { organizationId } = tenant;
  await lockOrganization(tenant, 'mapping');
  const resource = await lockResource(tenant, resourceId);
  if (resource.status === 'deleted') throw errors.conflict('The resource is deleted.');
  const sameAddress = sql`organization_id = ${organizationId} and resource_id = ${resourceId}
    and address is not distinct from ${address}::text`;
  const existing = await execute(
    tenant,
    sql`select from mapping_corrections where ${sameAddress} and action = ${action}
      and iac_project_id is not distinct from ${iacProjectId}::uuid`,
  );
  if (existing > 0) throw errors.conflict('The resource has this correction.');
  if (address !== undefined)
    await execute(
      tenant,
      sql`delete from mapping_corrections where ${sameAddress} and action <> ${action}
        and coalesce(iac_project_id = ${iacProjectId}::uuid, true)`,
    );
  const inserted = await insertRow(tenant, MappingCorrection, {
    resourceId,
    action,
    iacProjectId,
    address,
    reason,
    createdBy,
  });
  const { stale } = await oneRowOf<{ stale: boolean }>(
    tenant,
    sql`select ${isStale(organizationId)} as stale from mapping_corrections c
      where c.organization_id = ${organizationId} and c.id = ${inserted.id}`,
  );
  if (iacProjectId !== undefined && address !== undefined) await recordAddressChange(tenant, iacProjectId);
  await recomputeManagementStates(tenant, { resourceIds: [resourceId] });
  await recordCoverage(tenant);
  return { resource, correction: Object.assign(inserted, { stale }) };
}

/**
 * Deletes a correction, computes the management state of its resource and stores the coverage of the day.
 * @throws CatalogueError `not_found`.
 */
export async function deleteCorrection(
  tenant: Tenant,
  resourceId: string,
  correctionId: string,
): Promise<{ readonly resource: CorrectedResource; readonly correction: MappingCorrection }> {
  await lockOrganization(tenant, 'mapping');
  const resource = await lockResource(tenant, resourceId);
  const correction = await queryModel(tenant, MappingCorrection)
    .where({ organization_id: tenant.organizationId, resource_id: resourceId, id: correctionId })
    .delete()
    .returning('*')
    .first();
  if (correction === undefined) throw errors.notFound();
  await recomputeManagementStates(tenant, { resourceIds: [resourceId] });
  await recordCoverage(tenant);
  return { resource, correction };
}

/** Locks the resource, so that a scan does not delete it meanwhile. */
async function lockResource(tenant: Tenant, id: string): Promise<CorrectedResource> {
  const resource = await rowOf<CorrectedResource>(
    tenant,
    sql`select id, name, native_id, status from resources
      where organization_id = ${tenant.organizationId} and id = ${id} for no key update`,
  );
  if (resource === undefined) throw errors.notFound();
  return resource;
}
