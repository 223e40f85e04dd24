import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type {
  AccountToScan,
  ScanAccountInput,
  ScanRegionInput,
} from '../../domain/discovery/tasks/scan-input.ts';
import { isObsoleteCell } from '../../domain/discovery/tasks/is-obsolete-cell.ts';
import { listUnpermittedCells, planTasks } from '../../domain/discovery/tasks/plan-tasks.ts';
import { globalRegion } from '../../domain/values.ts';
import { listLiveCells } from '../../db/inventory/live-cells.ts';
import type { Cell } from '../../db/inventory/live-cells.ts';
import { deleteObsoleteResources, markOtherRegionsUnobserved } from '../../db/inventory/mark-unobserved.ts';
import { listAccountsOfScan, getScanOutcome, findScan } from '../../db/discovery/scan-store.ts';
import { listBlockedRegions } from '../../db/discovery/policy-block-store.ts';
import { findScannableAccounts } from '../../db/connections/scannable-accounts.ts';
import type { ScannableAccount } from '../../db/connections/scannable-accounts.ts';
import { storeUnpermittedCells } from '../../db/discovery/unpermitted-cells.ts';
import { insertTasks, countPendingTasks } from '../../db/discovery/task-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { roleOfScannableAccount } from '../connections/customer-roles.ts';
import { RoleRefused } from '../connections/role-refused.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { createCallLimiters } from './aws/call-limiters.ts';
import type { CallLimiters } from './aws/call-limiters.ts';
import { finishAccountScan } from './tasks/finish-account-scan.ts';
import { readDiscoveryHints } from './collect/read-discovery-hints.ts';
import { refreshEnabledRegions } from './aws/refresh-enabled-regions.ts';
import { createRegionGuards } from './aws/region-guards.ts';
import { runScanTasks } from './tasks/run-scan-tasks.ts';
import { semaphore } from '../shared/semaphore.ts';
import { createStatisticsRefresher } from './tasks/statistics-refresher.ts';

const accountsPerPage = 200;

/** Activities that plan a scan, run its tasks and compute its outcome. All are idempotent. */
export function createScanActivities(dependencies: Dependencies) {
  const { database, logger, configuration, scanMetrics } = dependencies;
  const runner = {
    dependencies,
    limiters: createCallLimiters(database, logger, configuration.quotaFactor, (bucket) =>
      scanMetrics.callThrottled(bucket),
    ),
    guards: createRegionGuards(database, logger),
    statistics: createStatisticsRefresher(database, logger),
    limitTransactions: semaphore(Math.max(1, Math.floor(configuration.databasePoolSize * 0.75))),
    hmacKeyOf: dependencies.secretHashKeys,
  };
  const accountsOf = (
    { organizationId, runId }: RunInput,
    after: string | null,
  ): Promise<readonly AccountToScan[]> =>
    database.withTenant(organizationId, (tenant) =>
      listAccountsOfScan(tenant, runId, after ?? undefined, accountsPerPage),
    );
  return {
    /** Returns the next page of accounts of a scan. */
    listScanAccounts: accountsOf,
    /** Returns the ids of the next page of accounts of a scan that an earlier release started. */
    async scanAccounts(input: RunInput, after: string | null): Promise<readonly string[]> {
      return (await accountsOf(input, after)).map(({ id }) => id);
    },
    /** Reads discovery hints and inserts the tasks of an account. */
    async planScanAccount(input: ScanAccountInput): Promise<void> {
      const { organizationId, scanId, accountId } = input;
      const { hints, refused } = await withHeartbeat(() =>
        discoveryHints(dependencies, runner.limiters, input),
      );
      await database.withTenant(organizationId, (tenant) =>
        planAccount(tenant, scanId, accountId, hints, refused),
      );
    },
    /** Returns the regions of an account that have unfinished tasks, with their number. */
    async pendingScanTasks({
      organizationId,
      scanId,
      accountId,
    }: ScanAccountInput): Promise<readonly { region: string; pending: number }[]> {
      const pending = await database.withTenant(organizationId, (tenant) =>
        countPendingTasks(tenant, scanId, accountId),
      );
      // The workflow calls this again after each round, so none is pending when the scan of the account ends.
      if (pending.length === 0) await finishAccountScan(dependencies, { organizationId, scanId, accountId });
      return pending;
    },
    /** Runs the next tasks of an account and region. Returns their number. */
    runScanTasks: (input: ScanRegionInput): Promise<number> => runScanTasks(runner, input),
    /** Computes the outcome of a scan whose tasks have finished. */
    async scanOutcome({ organizationId, runId }: RunInput) {
      return database.withTenant(organizationId, (tenant) => getScanOutcome(tenant, runId));
    },
  };
}

interface DiscoveryHints {
  /** Cells to read with Cloud Control. */
  readonly hints: readonly Cell[];
  /** The account, if the check of its role failed. The account is no longer connected then. */
  readonly refused?: ScannableAccount;
}

/**
 * Reads the discovery hints of an account; none for a scan of given resource types. A full scan first refreshes the enabled
 * regions of the account.
 */
async function discoveryHints(
  { database, roles, logger }: Dependencies,
  limiters: CallLimiters,
  { organizationId, scanId, accountId }: ScanAccountInput,
): Promise<DiscoveryHints> {
  const found = await database.withTenant(organizationId, async (tenant) => ({
    scan: await findScan(tenant, scanId),
    accounts: await findScannableAccounts(tenant, { accountId }),
    blocked: await listBlockedRegions(tenant, accountId),
  }));
  const { scan, blocked } = found;
  const [account] = found.accounts;
  if (scan === undefined || account === undefined || scan.resourceTypes !== undefined) return { hints: [] };
  const { regions: selected } = scan;
  const clients = await roles
    .callerFor(roleOfScannableAccount(organizationId, account))
    .catch((error: unknown) => {
      if (error instanceof RoleRefused) return undefined;
      throw error;
    });
  if (clients === undefined) return { hints: [], refused: account };
  const signal = Context.current().cancellationSignal;
  const limiterOf = (region: string, service: string) =>
    limiters.of(organizationId, { accountId, region, service });
  const region = roles.region;
  const refreshed =
    selected === undefined
      ? await refreshEnabledRegions(
          { database, logger },
          { organizationId, accountId, clients, region, limiter: limiterOf(region, 'ec2'), signal },
        )
      : undefined;
  const regions = refreshed ?? account.effectiveRegions;
  const hints = await readDiscoveryHints({
    clients,
    regions: regions.filter(
      (region) => (selected === undefined || selected.includes(region)) && !blocked.includes(region),
    ),
    limiterOf,
    signal,
    onFailure: (region, source, error) =>
      logger.debug({ err: error, region, source }, 'failed to read discovery hints'),
  });
  return { hints };
}

/** Inserts the tasks of an account. If the check of its role failed, its tasks fail later, so that the scan fails. */
async function planAccount(
  tenant: Tenant,
  scanId: string,
  accountId: string,
  hints: readonly Cell[],
  refused: ScannableAccount | undefined,
): Promise<void> {
  const scan = await findScan(tenant, scanId);
  const [account = refused] = await findScannableAccounts(tenant, { accountId });
  if (scan === undefined || account === undefined) return;
  const enabledRegions = account.effectiveRegions;
  const { regions, resourceTypes } = scan;
  const live = resourceTypes === undefined ? await listLiveCells(tenant, accountId) : [];
  const cells = [...(resourceTypes === undefined ? hints : []), ...live];
  const { cloudControlGroups } = account;
  const plan = { enabledRegions, regions, resourceTypes, hints: cells, cloudControlGroups };
  const inserted = await insertTasks(tenant, scanId, accountId, planTasks(plan));
  if (inserted) await storeUnpermittedCells(tenant, { scanId, accountId }, listUnpermittedCells(plan));
  const full = regions === undefined && resourceTypes === undefined;
  if (inserted && full) {
    await markOtherRegionsUnobserved(tenant, accountId, [globalRegion, ...enabledRegions]);
    const obsolete = live.filter((cell) => isObsoleteCell(cell.region, cell.resourceType));
    await deleteObsoleteResources(tenant, accountId, obsolete);
  }
}
