import { findMatchableAccount, requestAccountMatch } from '../../db/mapping/match/account-matches.ts';
import type { AccountToMatch } from '../../db/mapping/match/account-matches.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/**
 * Requests that the resources of accounts are matched. An active match of an account repeats itself.
 *
 * @param scope `all`: after a change of sources; `changes`: after a change of the inventory or of the evidence
 */
export async function requestAccountMatches(
  tenant: Tenant,
  launcher: Launcher,
  accounts: readonly AccountToMatch[],
  scope: 'all' | 'changes' = 'all',
): Promise<void> {
  if (accounts.length === 0) return;
  await requestAccountMatch(
    tenant,
    accounts.map(({ id }) => id),
    scope === 'all',
  );
  for (const { id, accountId: awsAccountNumber } of accounts)
    await launchRun(tenant, launcher, { kind: 'match_account', subjectId: id, awsAccountNumber });
}

/** Requests the match of an account after a scan of it, if the organization has state sources or corrections. */
export async function requestMatchAfterScan(
  tenant: Tenant,
  launcher: Launcher,
  accountId: string,
): Promise<void> {
  const account = await findMatchableAccount(tenant, accountId);
  if (account !== undefined) await requestAccountMatches(tenant, launcher, [account], 'changes');
}
