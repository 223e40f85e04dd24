import {
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  patched,
  proxyActivities,
  setHandler,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import type { ChildWorkflowOptions } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { accountScanIdOf, accountScannedSignal } from '../../domain/discovery/tasks/scan-input.ts';
import type { AccountScanned, AccountToScan, ScanInput } from '../../domain/discovery/tasks/scan-input.ts';
import { searchAttributeNames } from '../../domain/runs/run-kinds.ts';
import { scanActivitiesInFlight } from '../../domain/runs/activity-slots.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { scanAccount } from './scan-account.ts';

const { listScanAccounts, scanAccounts, scanOutcome, listClosedAccountScans } = proxyActivities<
  Pick<Activities, 'listScanAccounts' | 'scanAccounts' | 'scanOutcome' | 'listClosedAccountScans'>
>({ startToCloseTimeout: '1 minute', retry: { maximumInterval: '10 seconds' } });

const accountScanned = defineSignal<[AccountScanned]>(accountScannedSignal);

const maximumAccountsAtOnce = 10;
/** About 13 events per account: below 4,096, at which Temporal suggests to continue as new. */
const defaultAccountsPerRun = 250;
const defaultCheckMs = 10 * 60_000;
/** How long a cancelled scan waits for its account scans to end. */
const cancelMs = 60_000;

/**
 * Scans the accounts of a scan, each in a child workflow, with a sliding window: when an account ends, the next one
 * starts. Then computes the outcome of the scan from its tasks.
 *
 * Account scans continue when this workflow continues as new: they are abandoned children, and their ends are signals.
 * As in Temporal's sample `batch-sliding-window`.
 */
export async function scan(input: ScanInput): Promise<void> {
  const inFlight = new Set(input.inFlight);
  let failure: string | undefined;
  const end = ({ accountId, error }: AccountScanned) => {
    if (inFlight.delete(accountId)) failure ??= error;
  };
  setHandler(accountScanned, end);

  /** Waits for a condition on `inFlight`, and regularly removes account scans that closed without a signal. */
  async function waitUntil(reached: () => boolean): Promise<void> {
    while (!(await condition(reached, input.checkMs ?? defaultCheckMs))) {
      for (const accountId of await listClosedAccountScans(input, [...inFlight]))
        end({ accountId, error: 'The scan of an account was terminated.' });
    }
  }

  async function scanAll(): Promise<void> {
    const accountsPerRun = input.accountsPerRun ?? defaultAccountsPerRun;
    let started = 0;
    let after = input.after ?? null;
    let accountsAtOnce = input.accountsAtOnce;
    for (;;) {
      // Earlier versions knew only the ids of the accounts.
      const page = patched('accounts-with-names')
        ? await listScanAccounts(input, after)
        : (await scanAccounts(input, after)).map((id) => ({ id }));
      accountsAtOnce ??= Math.min(maximumAccountsAtOnce, Math.max(1, page.length));
      const [limit, window] = [accountsAtOnce, Math.floor(scanActivitiesInFlight / accountsAtOnce)];
      for (const account of page) {
        const accountId = account.id;
        await waitUntil(() => inFlight.size < limit || failure !== undefined);
        if (failure !== undefined) return;
        if (started === accountsPerRun || workflowInfo().continueAsNewSuggested)
          await continueAsNew<typeof scan>({
            ...input,
            ...(after === null ? {} : { after }),
            inFlight: [...inFlight],
            accountsAtOnce,
          });
        inFlight.add(accountId);
        await startAccountScan(input, account, window);
        after = accountId;
        started += 1;
      }
      if (page.length === 0) return;
    }
  }

  await withRunStatus(input, async () => {
    try {
      await scanAll();
      await waitUntil(() => inFlight.size === 0);
    } catch (error) {
      if (isCancellation(error))
        await CancellationScope.nonCancellable(async () => {
          await cancelAccountScans(inFlight);
          await condition(() => inFlight.size === 0, cancelMs);
        });
      throw error;
    }
    if (failure !== undefined) throw ApplicationFailure.nonRetryable(failure, 'account_scan_failed');
    return scanOutcome(input);
  });
}

async function startAccountScan(
  input: ScanInput,
  account: Pick<AccountToScan, 'id'> & Partial<AccountToScan>,
  window: number,
): Promise<void> {
  const { organizationId, runId: scanId } = input;
  const { id: accountId, number } = account;
  await startChild(scanAccount, {
    workflowId: accountScanIdOf(workflowInfo().workflowId, accountId),
    args: [{ organizationId, scanId, accountId, window }],
    staticSummary: number === undefined ? 'Scan one account' : `Scan ${nameOf(account)}`,
    ...(number === undefined ? {} : describeForOperators(organizationId, { ...account, number })),
    parentClosePolicy: ParentClosePolicy.ABANDON,
  });
}

/** The account as operators know it. AWS limits names to 50 characters, and Temporal summaries to 400 bytes. */
function nameOf({ number = '', name = '' }: Partial<AccountToScan>): string {
  return name === '' ? number : `${name.slice(0, 80)} (${number})`;
}

/** What the Temporal UI lists and filters by. */
function describeForOperators(
  organizationId: string,
  { number, name = '', organization = '' }: Partial<AccountToScan> & Pick<AccountToScan, 'number'>,
): Pick<ChildWorkflowOptions, 'typedSearchAttributes' | 'memo'> {
  return {
    typedSearchAttributes: [
      { key: { name: searchAttributeNames.organizationId, type: 'KEYWORD' }, value: organizationId },
      { key: { name: searchAttributeNames.awsAccountNumber, type: 'KEYWORD' }, value: number },
      { key: { name: searchAttributeNames.kind, type: 'KEYWORD' }, value: 'scan_account' },
    ],
    memo: { organization, account: name },
  };
}

async function cancelAccountScans(accountIds: ReadonlySet<string>): Promise<void> {
  const { workflowId } = workflowInfo();
  await Promise.all(
    [...accountIds].map(async (accountId) => {
      try {
        await getExternalWorkflowHandle(accountScanIdOf(workflowId, accountId)).cancel();
      } catch {
        // It has just ended.
      }
    }),
  );
}
