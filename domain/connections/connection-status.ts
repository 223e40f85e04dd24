import type { AccountStatus, ConnectionStatus } from '../values.ts';

export type AccountCounts = Readonly<Partial<Record<AccountStatus, number>>>;

/**
 * A connection's status from its included accounts: what works and what fails decides, accounts that are suspended or
 * have left do not count. `rootFailed`: the account that lists the organization does not let us.
 */
export function connectionStatus(accounts: AccountCounts, rootFailed: boolean): ConnectionStatus {
  const count = (...statuses: readonly AccountStatus[]) =>
    statuses.reduce((sum, status) => sum + (accounts[status] ?? 0), 0);
  const connected = count('connected');
  const failing = count('invalid', 'unreachable');
  if (connected > 0) return failing > 0 || rootFailed ? 'degraded' : 'active';
  if (failing > 0 || rootFailed) return 'error';
  return count('validating') > 0 ? 'validating' : 'pending';
}
