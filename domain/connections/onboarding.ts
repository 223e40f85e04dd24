import type { OnboardingStepKey } from '../values.ts';

/** The steps in their order, as a person reads them. */
export const onboardingTitles: Readonly<Record<OnboardingStepKey, string>> = {
  deploy_role: 'Deploy the role',
  validate_connection: 'Validate the connection',
  sync_accounts: 'Find the accounts',
  validate_accounts: 'Validate the accounts',
  first_scan: 'Scan for the first time',
};

const longestWaitMs = 5 * 60_000;

/** How long onboarding waits before it looks again: half as long again each time, at most five minutes. */
export function onboardingWaitMs(firstMs: number, attempt: number): number {
  return Math.min(longestWaitMs, Math.round(firstMs * 1.5 ** Math.min(attempt, 40)));
}

/** Asks a waiting onboarding to look at once; signal of the workflow `onboardConnection`. */
export const recheckSignal = 'recheck';

/** What onboarding does next. */
export interface OnboardingCheck {
  readonly state: 'ready' | 'waiting' | 'gone';
  /** How long to wait when it is not ready. */
  readonly waitMs: number;
}

/** Input of the workflow that validates the accounts of a connection. */
export interface ValidateAccountsInput {
  readonly organizationId: string;
  readonly connectionId: string;
  /** Leaves alone what works: for a sync. */
  readonly notConnectedOnly: boolean;
  /** Where the last run of it ended. */
  readonly after?: string;
}
