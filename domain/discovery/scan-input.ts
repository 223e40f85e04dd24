import type { RunInput } from '../runs/run-kinds.ts';

/** Input of the workflow `scan`; `after` is where a run that continues as new goes on. */
export interface ScanInput extends RunInput {
  readonly after?: string;
}

/** Input of the workflow `scanAccount`. */
export interface ScanAccountInput {
  readonly organizationId: string;
  readonly scanId: string;
  readonly accountId: string;
  /** How many activities it may have in flight. */
  readonly window: number;
}

/** The account × region whose next tasks an activity takes. */
export interface ScanRegionInput {
  readonly organizationId: string;
  readonly scanId: string;
  readonly accountId: string;
  readonly region: string;
}
