import type { CellOutcome, RunStatus, ScanTaskStatus } from '../../values.ts';

/** Outcome of one cell of a task. */
export interface CellResult {
  readonly resourceType: string;
  readonly outcome: CellOutcome;
  readonly errorCode?: string | undefined;
  readonly error?: string | undefined;
  /** Some lists of an incomplete cell succeeded: it is read again although a policy of the organization denied others. */
  readonly partial?: boolean | undefined;
  /** Calls to AWS, without retries; `undefined` if they were not counted. */
  readonly calls?: number | undefined;
}

/** Outcomes of cells that were not read, without a failure. */
const unreadOutcomes: ReadonlySet<CellOutcome> = new Set<CellOutcome>([
  'unsupported',
  'blocked_by_scp',
  'not_permitted',
]);

/**
 * Returns the cells that failed. `unsupported` (AWS does not offer the service in the region), `blocked_by_scp` (a policy of
 * the customer's AWS organization denies the calls) and `not_permitted` (the template does not grant a required action) are
 * not failures.
 */
export function failuresOf(cells: readonly CellResult[]): readonly CellResult[] {
  return cells.filter(({ outcome }) => outcome !== 'complete' && !unreadOutcomes.has(outcome));
}

/** Returns `failed` when a cell failed, and `skipped` when no cell was read and none failed. */
export function taskOutcome(
  cells: readonly CellResult[],
): Extract<ScanTaskStatus, 'succeeded' | 'failed' | 'skipped'> {
  if (failuresOf(cells).length > 0) return 'failed';
  return cells.every(({ outcome }) => unreadOutcomes.has(outcome)) ? 'skipped' : 'succeeded';
}

/** Returns the final status of a scan from the counts of its finished tasks. */
export function scanOutcome(scan: {
  readonly cancelRequested: boolean;
  readonly tasks: number;
  readonly failed: number;
}): Exclude<RunStatus, 'queued' | 'running'> {
  if (scan.cancelRequested) return 'cancelled';
  if (scan.failed === 0) return 'succeeded';
  return scan.failed === scan.tasks ? 'failed' : 'partial';
}
