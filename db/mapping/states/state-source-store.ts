import { fn } from 'objection';
import { errors } from '../../../domain/errors.ts';
import { mapConstraintErrors } from '../../database-errors.ts';
import { execute, queryModel } from '../../query.ts';
import type { RowFields } from '../../row-store.ts';
import { insertRow, updateRow } from '../../row-store.ts';
import { columnOf } from '../../rows.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { counts } from './source-conditions.ts';
import { StateSource } from './state-source.ts';

export type StateSourceFields = Pick<
  StateSource,
  'region' | 'workspace' | 'awsAccountId' | 'iacProjectId'
> & { readonly bucket: string; readonly key: string };

const constraintErrors = {
  state_sources_object_key: () => errors.conflict('A state source for this bucket and key exists.'),
  state_sources_account_fkey: () => errors.validationFailed('aws_account_id', 'does not exist'),
  state_sources_project_fkey: () => errors.validationFailed('iac_project_id', 'does not exist'),
};

/**
 * Inserts a source that a user adds.
 * @throws CatalogueError `conflict` when the bucket and key have a source; `validation_failed` for an unknown account or
 *   project
 */
export async function createStateSource(tenant: Tenant, fields: StateSourceFields): Promise<StateSource> {
  return mapConstraintErrors(
    constraintErrors,
    insertRow(tenant, StateSource, { ...fields, origin: 'manual' }),
  );
}

/** Returns a source, locked until the transaction ends. @throws CatalogueError `not_found`. */
export async function lockStateSource(tenant: Tenant, id: string): Promise<StateSource> {
  const source = await queryModel(tenant, StateSource).findById([tenant.organizationId, id]).forUpdate();
  if (source === undefined) throw errors.notFound();
  return source;
}

export type StateSourceChange = {
  readonly [Field in keyof StateSourceFields | 'disabled' | 'maxAgeHours']?: RowFields<StateSource>[Field];
};

/**
 * Changes fields of a locked source, makes its sync due, and voids the result of a sync that runs. The state of another
 * bucket or key counts as never read; its entries replace the former ones when it is read.
 * Returns the names of the changed columns.
 *
 * @throws CatalogueError as {@link createStateSource}.
 */
export async function updateStateSource(
  tenant: Tenant,
  source: StateSource,
  change: StateSourceChange,
): Promise<readonly string[]> {
  const changed = Object.entries(change).flatMap(([name, value]) =>
    value === undefined || source[name as keyof StateSourceChange] === (value ?? undefined)
      ? []
      : [columnOf(name)],
  );
  if (changed.length === 0) return changed;
  const isOtherObject = changed.includes('bucket') || changed.includes('key');
  await mapConstraintErrors(
    constraintErrors,
    updateRow(tenant, StateSource, source.id, {
      ...change,
      ...(isOtherObject ? neverRead : {}),
      // The locations of the entries depend on the project.
      ...(changed.includes('iac_project_id') ? { etag: null } : {}),
      patchedFields: [...new Set([...source.patchedFields, ...changed])].toSorted(),
      syncToken: null,
      nextSyncAt: fn.now(),
    }),
  );
  // Claims and sums follow at once; the caller requests the match that computes the management states.
  await execute(
    tenant,
    sql`update state_sources s set counted = ${counts('s')}
      where s.organization_id = ${tenant.organizationId} and s.id = ${source.id} and s.counted <> ${counts('s')}`,
  );
  return changed;
}

const neverRead = {
  status: 'pending',
  lastError: null,
  lastSuccessAt: null,
  readBegunAt: null,
  missingSince: null,
  etag: null,
  versionId: null,
  serial: null,
  lineage: null,
} as const;

/**
 * Deletes a source with its entries, and queues the resources that they claimed for inference. Its detected states of
 * projects become ones that are not detected again.
 */
export async function deleteStateSource(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`insert into inference_queue (organization_id, kind, subject_id)
      select distinct e.organization_id, 'resource', e.resource_id from state_entries e
      where e.organization_id = ${tenant.organizationId} and e.state_source_id = ${id} and e.resource_id is not null`,
  );
  await execute(
    tenant,
    sql`delete from state_sources where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Makes the sync of a source due now, for a change that an active sync may have missed. */
export async function requestNextStateSync(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update state_sources set next_sync_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id} and not disabled`,
  );
}
