import { fn } from 'objection';
import { detectorVersion } from '../../domain/scm/detection/detector-version.ts';
import { execute, queryModel, rowOf } from '../query.ts';
import { updateRow } from '../row-store.ts';
import { createdAt } from '../runs/run-store.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { Repository } from './repository.ts';
import type { RepositoryScan } from './repository.ts';

/** Stores that a scan is wanted. A scan that runs is repeated. */
export async function markRepositoryScan(tenant: Tenant, id: string): Promise<void> {
  await queryModel(tenant, Repository)
    .findById([tenant.organizationId, id])
    .patch({ scanRequestedAt: fn.now() });
}

/** A repository when its scan began. */
export type BegunRepository = Repository & { readonly begunAt: Date };

/** Clears the request for a scan and returns the repository. Returns `undefined` when it is removed or deleted. */
export async function beginRepositoryScan(tenant: Tenant, id: string): Promise<BegunRepository | undefined> {
  return rowOf<BegunRepository>(
    tenant,
    sql`update repositories set scan_requested_at = null
      where organization_id = ${tenant.organizationId} and id = ${id} and status <> 'removed'
      returning *, clock_timestamp() as begun_at`,
  );
}

/**
 * Returns the repository, locked until the transaction ends, if a scan was requested since the last one began.
 *
 * @param afterRunId - only if it was requested after this run was created
 */
export async function findRequestedRepository(
  tenant: Tenant,
  id: string,
  afterRunId?: string,
): Promise<Repository | undefined> {
  return rowOf<Repository>(
    tenant,
    sql`select * from repositories where organization_id = ${tenant.organizationId} and id = ${id}
        and status <> 'removed' and scan_requested_at > ${createdAt(tenant, afterRunId)}
      for no key update`,
  );
}

/**
 * Locks the repository until the transaction ends. Returns what to do with the result of a scan that began with
 * `begun`: `discard` it when the repository is removed or deleted, `repeat` the scan when another one stored its result
 * in the meantime.
 */
export async function lockForScanResult(
  tenant: Tenant,
  begun: Pick<Repository, 'id' | 'lastScannedAt'>,
): Promise<'store' | 'discard' | 'repeat'> {
  const current = await queryModel(tenant, Repository)
    .findById([tenant.organizationId, begun.id])
    .whereNot('status', 'removed')
    .forNoKeyUpdate();
  if (current === undefined) return 'discard';
  return current.lastScannedAt?.getTime() === begun.lastScannedAt?.getTime() ? 'store' : 'repeat';
}

/**
 * Stores a finished scan.
 *
 * @param begunAt when the scan began; later commits are not in it
 * @param defaultBranch the new name of the branch, if it changed
 */
export async function recordRepositoryScan(
  tenant: Tenant,
  id: string,
  scan: RepositoryScan,
  { begunAt, defaultBranch }: { readonly begunAt: Date; readonly defaultBranch?: string },
): Promise<void> {
  await updateRow(tenant, Repository, id, {
    status: 'active',
    defaultBranch,
    lastError: null,
    lastScannedCommitSha: scan.commit_sha ?? null,
    lastScannedAt: begunAt,
    lastScan: scan,
    detectorVersion,
  });
}

export async function recordRepositoryError(tenant: Tenant, id: string, message: string): Promise<void> {
  await updateRow(tenant, Repository, id, { status: 'error', lastError: message }).whereNot(
    'status',
    'removed',
  );
}

/** As {@link markRepositoryScan} for several repositories. */
export async function requestRepositoryScans(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set scan_requested_at = now()
      where organization_id = ${tenant.organizationId} and id = any(${ids}::uuid[])`,
  );
}
