import type { AccountStatus } from '../values.ts';

/** One row of `validation.checks`. */
export interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
}

/** Results of the role checks that determine the account's status. */
export interface RoleFindings {
  /** AssumeRole with the external id succeeded. */
  readonly assumed: boolean;
  /** AssumeRole was denied without the external id and with a wrong one. */
  readonly externalIdEnforced: boolean;
  /** GetCallerIdentity returned the expected account number. */
  readonly expectedAccount: boolean;
  readonly missingPermissions: readonly string[];
}

/**
 * Derives the account's status from the role checks. `unreachable`: the role cannot be assumed. `invalid`: the role can
 * be assumed but is misconfigured or lacks permissions. Source: the interface specification, account status.
 */
export function statusFromFindings(findings: RoleFindings): AccountStatus {
  if (!findings.externalIdEnforced) return 'invalid';
  if (!findings.assumed) return 'unreachable';
  if (!findings.expectedAccount) return 'invalid';
  return findings.missingPermissions.length > 0 ? 'invalid' : 'connected';
}

/**
 * Whether AWS Organizations reports the account as suspended, closing or closed. Reads `State` and falls back to
 * `Status`, which AWS retires on 9 September 2026. Source: the Organizations API model.
 */
export function isSuspended(account: { readonly State?: string; readonly Status?: string }): boolean {
  const state = account.State ?? account.Status ?? 'ACTIVE';
  return ['SUSPENDED', 'PENDING_CLOSURE', 'CLOSED'].includes(state);
}
