import { errors } from '../../domain/errors.ts';
import type { ScanTrigger } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { newId } from '../new-id.ts';
import { createRun } from '../runs/run-store.ts';
import type { NewRun } from '../runs/run-store.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { lockScannableAccounts } from './lock-accounts.ts';
import { Scan } from './scan.ts';

export interface ScanRequest {
  readonly trigger: ScanTrigger;
  readonly connectionId?: string | undefined;
  /** Absent: every included, connected account (of the connection, when one is named). */
  readonly accountIds?: readonly string[] | undefined;
  /** Absent: every enabled region, and `global`. */
  readonly regions?: readonly string[] | undefined;
  /** Absent: every type. */
  readonly resourceTypes?: readonly string[] | undefined;
  readonly requestedBy: string | null;
  /** The task that this scan repeats. */
  readonly retryOfTaskId?: string | undefined;
}

/**
 * Inserts a scan with its run and its locks; the caller starts the run's workflow after the commit.
 * @throws CatalogueError `scan_conflict` when an active scan covers one of the accounts with overlapping regions and
 *   types; `validation_failed` when an account that is named, or every account, cannot be scanned.
 */
export async function insertScan(
  tenant: Tenant,
  request: ScanRequest,
): Promise<{ scan: Scan; run: NewRun & { readonly id: string } }> {
  // Their rows' locks put concurrent requests in a queue; without it two could wait for each other.
  const accounts = await lockScannableAccounts(tenant, request);
  const named = request.accountIds?.length ?? 0;
  if (accounts.length === 0 || accounts.length < named) throw refuse(request);
  const id = newId();
  const [only] = accounts;
  const run = {
    id,
    kind: 'scan',
    subjectId: id,
    description: accounts.length === 1 && only !== undefined ? only.name : `${accounts.length} accounts`,
    ...(accounts.length === 1 && only !== undefined ? { awsAccountNumber: only.account_id } : {}),
    requestedBy: request.requestedBy,
  } as const;
  await createRun(tenant, run);
  const scan = await Scan.query(queryOf(tenant)).insertAndFetch({
    organization_id: tenant.organizationId,
    id,
    trigger: request.trigger,
    connection_id: request.connectionId ?? null,
    aws_account_id: named === 1 && only !== undefined ? only.id : null,
    regions: request.regions === undefined ? null : [...request.regions],
    resource_types: request.resourceTypes === undefined ? null : [...request.resourceTypes],
    requested_by: request.requestedBy,
    retry_of_task_id: request.retryOfTaskId ?? null,
  });
  await lockAccounts(
    tenant,
    scan,
    accounts.map((account) => account.id),
  );
  return { scan, run };
}

async function lockAccounts(tenant: Tenant, scan: Scan, accountIds: readonly string[]): Promise<void> {
  await mapConstraintErrors(
    { scan_accounts_lock_excl: errors.scanConflict },
    queryOf(tenant).raw(
      `insert into scan_accounts (organization_id, scan_id, aws_account_id, region_set, resource_type_set)
       select ?, ?, account, text_set(?::text[]), text_set(?::text[]) from unnest(?::uuid[]) account`,
      [tenant.organizationId, scan.id, scan.regions, scan.resource_types, [...accountIds]],
    ),
  );
}

function refuse(request: ScanRequest): Error {
  if (request.accountIds !== undefined)
    return errors.validationFailed('aws_account_id', 'is not a connected account');
  return request.connectionId === undefined
    ? errors.validationFailed('aws_account_id', 'no account is connected')
    : errors.validationFailed('connection_id', 'has no connected account');
}
