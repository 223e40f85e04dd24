import { withRequiredParents } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import { errors } from '../../domain/errors.ts';
import type { ScanTrigger } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { newId } from '../new-id.ts';
import { createRun } from '../runs/run-store.ts';
import type { NewRun } from '../runs/run-store.ts';
import { execute, queryModel } from '../query.ts';
import { insertRow } from '../row-store.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { lockScannableAccounts } from './lock-accounts.ts';
import { cancelEventScans, findOverlappingScan } from './scan-store.ts';
import { ScanTask } from './scan-task.ts';
import { Scan } from './scan.ts';

/** A scan to insert. */
export interface ScanRequest {
  readonly trigger: ScanTrigger;
  readonly connectionId?: string | undefined;
  /** Default: every included, connected account, of `connectionId` when it is set. */
  readonly accountIds?: readonly string[] | undefined;
  /** Default: every enabled region, and `global`. */
  readonly regions?: readonly string[] | undefined;
  /** Default: every type. */
  readonly resourceTypes?: readonly string[] | undefined;
  readonly requestedBy: string | undefined;
  /** The failed task that this scan retries. */
  readonly retryOfTaskId?: string | undefined;
}

/**
 * Inserts a scan, its run and the locks of its accounts. The caller starts the run's workflow after the commit. Cancels scans
 * of due cells that it overlaps with.
 * @throws CatalogueError `scan_conflict` when an active scan covers one of the accounts with overlapping regions and
 *   types; `validation_failed` when a requested account cannot be scanned, or when no account can.
 */
export async function insertScan(
  tenant: Tenant,
  request: ScanRequest,
): Promise<{ scan: Scan; run: NewRun & { readonly id: string } }> {
  // Without row locks in a fixed order, two concurrent requests could deadlock on the exclusion constraint.
  const accounts = await lockScannableAccounts(tenant, request);
  const requested = request.accountIds?.length ?? 0;
  if (accounts.length === 0 || accounts.length < requested) throw notScannable(request);
  const accountIds = accounts.map((account) => account.id);
  // With the parent types that the scan reads as well.
  const lockedTypes = request.resourceTypes && withRequiredParents(request.resourceTypes);
  if (request.trigger !== 'event') await cancelEventScans(tenant, accountIds, request.regions, lockedTypes);
  const conflicting = await findOverlappingScan(tenant, accountIds, request.regions, lockedTypes);
  if (conflicting !== undefined) throw errors.scanConflict(conflicting);
  const id = newId();
  const [only] = accounts;
  const run = {
    id,
    kind: 'scan',
    subjectId: id,
    description: accounts.length === 1 && only !== undefined ? only.name : `${accounts.length} accounts`,
    ...(accounts.length === 1 && only !== undefined ? { awsAccountNumber: only.accountId } : {}),
    requestedBy: request.requestedBy,
  } as const;
  await createRun(tenant, run);
  const scan = await insertRow(tenant, Scan, {
    id,
    trigger: request.trigger,
    connectionId: request.connectionId,
    awsAccountId: requested === 1 ? only?.id : undefined,
    regions: request.regions,
    resourceTypes: request.resourceTypes,
    requestedBy: request.requestedBy,
    retryOfTaskId: request.retryOfTaskId,
  });
  await lockAccounts(tenant, scan, accountIds, lockedTypes);
  return { scan, run };
}

/**
 * Inserts a new scan that retries a failed task. When the new scan ends, its result is copied to the task.
 * @throws CatalogueError `not_found`; `conflict` unless the task failed; the errors of {@link insertScan}.
 */
export async function insertRetryOfTask(
  tenant: Tenant,
  request: { readonly scanId: string; readonly taskId: string; readonly requestedBy: string },
): Promise<{ task: ScanTask; run: NewRun & { readonly id: string } }> {
  const key = [tenant.organizationId, request.taskId];
  const task = await queryModel(tenant, ScanTask).findById(key).where('scan_id', request.scanId).forUpdate();
  if (task === undefined) throw errors.notFound();
  if (task.status !== 'failed') throw errors.conflict('Only a failed task can be retried.');
  const { run } = await insertScan(tenant, {
    trigger: 'retry',
    accountIds: [task.awsAccountId],
    regions: [task.region],
    resourceTypes: task.resourceTypes,
    requestedBy: request.requestedBy,
    retryOfTaskId: task.id,
  });
  await queryModel(tenant, ScanTask).findById(key).patch({ status: 'queued' });
  return { task: task.$set({ status: 'queued' }), run };
}

async function lockAccounts(
  tenant: Tenant,
  scan: Scan,
  accountIds: readonly string[],
  types: readonly string[] | undefined,
): Promise<void> {
  await mapConstraintErrors(
    { scan_accounts_lock_excl: () => errors.scanConflict() },
    execute(
      tenant,
      sql`insert into scan_accounts (organization_id, scan_id, aws_account_id, region_set, resource_type_set)
        select ${tenant.organizationId}::uuid, ${scan.id}::uuid, account, text_set(${scan.regions}::text[]),
               text_set(${types}::text[])
        from unnest(${accountIds}::uuid[]) account`,
    ),
  );
}

function notScannable(request: ScanRequest): Error {
  if (request.accountIds !== undefined)
    return errors.validationFailed('aws_account_id', 'is not a connected account');
  return request.connectionId === undefined
    ? errors.validationFailed('aws_account_id', 'no account is connected')
    : errors.validationFailed('connection_id', 'has no connected account');
}
