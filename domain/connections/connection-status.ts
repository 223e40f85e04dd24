import type { AccountStatus, ConnectionStatus } from '../values.ts';

/** Number of included accounts by status. */
export type AccountCounts = Readonly<Partial<Record<AccountStatus, number>>>;

/**
 * Derives a connection's status from the statuses of its included accounts. Suspended and departed accounts are ignored.
 *
 * @param rootFailed whether the account that lists the AWS organization denied access
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
