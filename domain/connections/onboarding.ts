import type { OnboardingStepKey } from '../values.ts';

/** Titles of the onboarding steps, in their order. */
export const onboardingTitles: Readonly<Record<OnboardingStepKey, string>> = {
  deploy_role: 'Deploy the role',
  validate_connection: 'Validate the connection',
  sync_accounts: 'Find the accounts',
  validate_accounts: 'Validate the accounts',
  first_scan: 'Scan for the first time',
};

const maximumWaitMs = 5 * 60_000;

/** Returns the wait before the next onboarding attempt: `firstMs` times 1.5 per attempt, at most five minutes. */
export function onboardingWaitMs(firstMs: number, attempt: number): number {
  return Math.min(maximumWaitMs, Math.round(firstMs * 1.5 ** Math.min(attempt, 40)));
}

/** Signal of the workflow `onboardConnection`: ends its wait, so that it checks the role immediately. */
export const recheckSignal = 'recheck';

/** Result of one onboarding attempt. */
export interface OnboardingAttempt {
  /** `deleted`: the connection was deleted. */
  readonly state: 'ready' | 'waiting' | 'deleted';
  /** Wait before the next attempt, unless `ready`. */
  readonly waitMs: number;
}

/** Input of the workflow `validateAccounts`. */
export interface ValidateAccountsInput {
  readonly organizationId: string;
  readonly connectionId: string;
  /** Skips connected accounts; set by a sync. */
  readonly notConnectedOnly: boolean;
  /** Id of the last account validated before the workflow continued as new. */
  readonly after?: string;
  /** Set when a validation failed before the workflow continued as new. */
  readonly failed?: boolean;
}
