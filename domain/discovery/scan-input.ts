import type { RunInput } from '../runs/run-kinds.ts';

/** Input of the workflow `scan`. `after` is the id of the last processed account, after continue-as-new. */
export interface ScanInput extends RunInput {
  readonly after?: string;
}

/** Input of the workflow `scanAccount`. */
export interface ScanAccountInput {
  readonly organizationId: string;
  readonly scanId: string;
  readonly accountId: string;
  /** Maximum number of concurrent activities. */
  readonly window: number;
}

/** The account and region whose next tasks an activity processes. */
export interface ScanRegionInput {
  readonly organizationId: string;
  readonly scanId: string;
  readonly accountId: string;
  readonly region: string;
}
