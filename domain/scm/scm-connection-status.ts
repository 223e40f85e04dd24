import type { ScmConnectionStatus, StoredScmConnectionStatus } from '../values.ts';

/**
 * Returns the status that users see. `syncing` follows from the run of the sync, so that it ends with the run, whatever
 * ends it. A sync that retries while the provider is unavailable is not `syncing`.
 */
export function scmConnectionStatus(
  connection: { readonly status: StoredScmConnectionStatus; readonly unavailableSince: Date | undefined },
  hasActiveSync: boolean,
): ScmConnectionStatus {
  return hasActiveSync && connection.status === 'active' && connection.unavailableSince === undefined
    ? 'syncing'
    : connection.status;
}
