import { deleteDueCells, findDueEventScan } from '../../db/discovery/due-cell-store.ts';
import type { EventScanSettings } from '../../db/discovery/due-cell-store.ts';
import { lockScannableAccounts } from '../../db/discovery/lock-accounts.ts';
import type { Scan } from '../../db/discovery/scan.ts';
import { isReadIn } from '../../domain/discovery/declaration/resource-types.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { requestScan } from './request-scan.ts';

/**
 * Requests the scan of an account's due cells of one region. Returns `undefined` if none is to start now, for example because
 * another scan of the account is active.
 */
export async function requestEventScan(
  tenant: Tenant,
  launcher: Launcher,
  settings: EventScanSettings,
  accountId: string,
): Promise<Scan | undefined> {
  // Every request of a scan locks its accounts, so no other scan can begin after the due cells were read.
  await lockScannableAccounts(tenant, { accountIds: [accountId] });
  const due = await findDueEventScan(tenant, settings, accountId);
  if (due === undefined) return undefined;
  const { region } = due;
  const resourceTypes = due.resourceTypes.filter((type) => isReadIn(region, type));
  // An earlier version read these types in the region.
  const obsolete = due.resourceTypes.filter((type) => !resourceTypes.includes(type));
  if (obsolete.length > 0) await deleteDueCells(tenant, accountId, region, obsolete);
  if (resourceTypes.length === 0) return undefined;
  return requestScan(tenant, launcher, {
    trigger: 'event',
    accountIds: [accountId],
    regions: [region],
    resourceTypes,
    requestedBy: undefined,
  });
}
