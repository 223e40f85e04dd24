import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { ScanAccountInput, ScanPlace } from '../../domain/scans/scan-input.ts';
import { planTasks } from '../../domain/scans/plan-tasks.ts';
import { globalRegion } from '../../domain/values/index.ts';
import { liveCells } from '../../db/resources/live-cells.ts';
import type { LiveCell } from '../../db/resources/live-cells.ts';
import { markOtherRegionsUnobserved } from '../../db/resources/mark-unobserved.ts';
import { accountsOfScan, endingOfScan, findScan } from '../../db/scans/scan-store.ts';
import { findScannableAccounts } from '../../db/connections/scannable-accounts.ts';
import { insertTasks, pendingTasks } from '../../db/scans/task-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { credentialsFor } from '../connections/credentials-for.ts';
import type { Dependencies } from '../dependencies.ts';
import { whileHeartbeating } from '../while-heartbeating.ts';
import { createCallLimiters } from './call-limiters.ts';
import type { CallLimiters } from './call-limiters.ts';
import { createHashKeys } from './hash-keys.ts';
import { readSignals } from './read-signals.ts';
import { runScanTasks } from './run-scan-tasks.ts';
import { semaphore } from '../semaphore.ts';
import { createStatisticsKeeper } from './statistics-keeper.ts';

/** Accounts that one run of the workflow `scan` hands out before it continues as new. */
const accountsPerRun = 200;

/** What the workflows of a scan do outside: plan, run, end. All can be repeated. */
export function createScanActivities(dependencies: Dependencies) {
  const { database, logger, configuration } = dependencies;
  const runner = {
    dependencies,
    limiters: createCallLimiters(database, logger),
    statistics: createStatisticsKeeper(database, logger),
    slots: semaphore(Math.max(1, Math.floor(configuration.databasePoolSize * 0.75))),
    hmacKeyOf: createHashKeys(dependencies),
  };
  return {
    /** Ids of the next accounts of a scan. */
    async scanAccounts(
      { organizationId, runId }: RunInput,
      after: string | null,
    ): Promise<readonly string[]> {
      return database.withTenant(organizationId, (tenant) =>
        accountsOfScan(tenant, runId, after, accountsPerRun),
      );
    },
    /** Writes the plan of an account's tasks. */
    async planScanAccount(input: ScanAccountInput): Promise<void> {
      const { organizationId, scanId, awsAccountId } = input;
      const hinted = await whileHeartbeating(() => hintedCells(dependencies, runner.limiters, input));
      await database.withTenant(organizationId, (tenant) =>
        planAccount(tenant, scanId, awsAccountId, hinted),
      );
    },
    /** Regions of an account with tasks that have not ended, and how many. */
    async pendingScanTasks({
      organizationId,
      scanId,
      awsAccountId,
    }: ScanAccountInput): Promise<readonly { region: string; pending: number }[]> {
      return database.withTenant(organizationId, (tenant) => pendingTasks(tenant, scanId, awsAccountId));
    },
    runScanTasks: (place: ScanPlace): Promise<number> => runScanTasks(runner, place),
    /** How the scan ends, now that its tasks have. */
    async scanResult({ organizationId, runId }: RunInput) {
      return database.withTenant(organizationId, (tenant) => endingOfScan(tenant, runId));
    },
  };
}

/** Cells of the second tier that AWS hints at; none for a scan that names its types. */
async function hintedCells(
  { database, aws, logger }: Dependencies,
  limiters: CallLimiters,
  { organizationId, scanId, awsAccountId }: ScanAccountInput,
): Promise<readonly LiveCell[]> {
  const found = await database.withTenant(organizationId, async (tenant) => ({
    scan: await findScan(tenant, scanId),
    accounts: await findScannableAccounts(tenant, { accountId: awsAccountId }),
  }));
  const { scan } = found;
  const [account] = found.accounts;
  if (scan === undefined || account === undefined || scan.resource_types !== null) return [];
  const { regions: wanted } = scan;
  return readSignals({
    clients: credentialsFor(aws, account),
    regions: account.effective_regions.filter((region) => wanted === null || wanted.includes(region)),
    limiterOf: (region, service) => limiters.of(organizationId, { awsAccountId, region, service }),
    signal: Context.current().cancellationSignal,
    missed: (region, source, error) =>
      logger.debug({ err: error, region, source }, 'no hints from this source'),
  });
}

async function planAccount(
  tenant: Tenant,
  scanId: string,
  awsAccountId: string,
  hinted: readonly LiveCell[],
): Promise<void> {
  const scan = await findScan(tenant, scanId);
  const [account] = await findScannableAccounts(tenant, { accountId: awsAccountId });
  if (scan === undefined || account === undefined) return;
  const enabledRegions = account.effective_regions;
  const { regions, resource_types: resourceTypes } = scan;
  const full = regions === null && resourceTypes === null;
  if (full) await markOtherRegionsUnobserved(tenant, awsAccountId, [globalRegion, ...enabledRegions]);
  const signalled = resourceTypes === null ? [...hinted, ...(await liveCells(tenant, awsAccountId))] : [];
  const tasks = planTasks({ enabledRegions, regions, resourceTypes, signalled });
  await insertTasks(tenant, scanId, awsAccountId, tasks);
}
