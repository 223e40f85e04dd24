import type { OnboardingStepKey } from '../values.ts';

/** Display titles of the onboarding steps, in order. */
export const onboardingTitles: Readonly<Record<OnboardingStepKey, string>> = {
  deploy_role: 'Deploy the role',
  validate_connection: 'Validate the connection',
  sync_accounts: 'Find the accounts',
  validate_accounts: 'Validate the accounts',
  first_scan: 'Scan for the first time',
};

const longestWaitMs = 5 * 60_000;

/** Milliseconds until the next check of the role: grows by a factor of 1.5 per attempt, up to five minutes. */
export function onboardingWaitMs(firstMs: number, attempt: number): number {
  return Math.min(longestWaitMs, Math.round(firstMs * 1.5 ** Math.min(attempt, 40)));
}

/** Signal of the workflow `onboardConnection`: checks the role immediately instead of at the end of the wait. */
export const recheckSignal = 'recheck';

/** Result of one check of the role during onboarding. */
export interface OnboardingCheck {
  readonly state: 'ready' | 'waiting' | 'gone';
  /** Milliseconds until the next check when `state` is `waiting`. */
  readonly waitMs: number;
}

/** Input of the workflow that validates the accounts of a connection. */
export interface ValidateAccountsInput {
  readonly organizationId: string;
  readonly connectionId: string;
  /** Skips accounts with status `connected`. An organization sync sets it. */
  readonly notConnectedOnly: boolean;
  /** Id of the last account that the previous run validated, after continue-as-new. */
  readonly after?: string;
}
