import type { AccountStatus } from '../values.ts';

/** One row of `validation.checks`. */
export interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
}

/** What the checks of a role found, as far as the account's status depends on it. */
export interface RoleFindings {
  /** The role could be assumed with the external id. */
  readonly assumed: boolean;
  /** It could not be assumed without it, nor with a wrong one. */
  readonly externalIdEnforced: boolean;
  /** GetCallerIdentity answered with the expected account. */
  readonly expectedAccount: boolean;
  readonly missingPermissions: readonly string[];
}

/** Source: the contract's vocabulary: `invalid` is reachable without all that is needed. */
export function statusFromFindings(findings: RoleFindings): AccountStatus {
  if (!findings.externalIdEnforced) return 'invalid';
  if (!findings.assumed) return 'unreachable';
  if (!findings.expectedAccount) return 'invalid';
  return findings.missingPermissions.length > 0 ? 'invalid' : 'connected';
}

/**
 * What AWS Organizations says of an account's life. `State` replaces `Status`, which was announced to retire on
 * 9 September 2026. Source: the Organizations API model.
 */
export function isSuspended(account: { readonly State?: string; readonly Status?: string }): boolean {
  const state = account.State ?? account.Status ?? 'ACTIVE';
  return ['SUSPENDED', 'PENDING_CLOSURE', 'CLOSED'].includes(state);
}
