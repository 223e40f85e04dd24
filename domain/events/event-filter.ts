import type { RiskSeverity, ScanStatus } from '../values.ts';

/**
 * Which events of its types a subscription wants. Values of a list are combined with OR, keys with AND. A key restricts only
 * events that it applies to: the first seven those with a resource, `aws_account_id` also scans and accounts, `application_id`,
 * `team_id` and `environment_id` also plans, the others their types.
 */
export interface EventFilter {
  readonly aws_account_id?: readonly string[] | undefined;
  readonly region?: readonly string[] | undefined;
  readonly resource_type?: readonly string[] | undefined;
  /** `key` or `key=value`. */
  readonly tag?: readonly string[] | undefined;
  readonly application_id?: readonly string[] | undefined;
  readonly team_id?: readonly string[] | undefined;
  readonly environment_id?: readonly string[] | undefined;
  /** Whether a plan, an execution or a pull request explains the change. */
  readonly explained?: boolean | undefined;
  /** The lowest severity of the worst risk of a plan. */
  readonly min_risk?: RiskSeverity | undefined;
  /** Without it, only {@link defaultScanStatuses}. */
  readonly scan_status?: readonly ScanStatus[] | undefined;
  readonly saved_query_id?: readonly string[] | undefined;
  /** Actions of the audit log. */
  readonly action?: readonly string[] | undefined;
}

export const defaultScanStatuses: readonly ScanStatus[] = ['partial', 'failed'];

/** How long an event waits at most until its filter can be evaluated. */
export const maximumDelayMinutes = 20;
