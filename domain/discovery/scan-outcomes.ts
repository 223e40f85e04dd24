import type { CellOutcome } from './observed-resource.ts';
import type { RunStatus, ScanTaskStatus } from '../values.ts';

/** How a cell of a task ended. */
export interface CellResult {
  readonly resourceType: string;
  readonly outcome: CellOutcome;
  readonly errorCode?: string | undefined;
  readonly error?: string | undefined;
}

/** A cell that is not known now, and why; a service that AWS does not offer there is no failure. */
export function failuresOf(cells: readonly CellResult[]): readonly CellResult[] {
  return cells.filter(({ outcome }) => outcome !== 'complete' && outcome !== 'unsupported');
}

/** A task fails when any of its cells does; it is skipped when there was nothing that it could read. */
export function taskOutcome(
  cells: readonly CellResult[],
): Extract<ScanTaskStatus, 'succeeded' | 'failed' | 'skipped'> {
  if (failuresOf(cells).length > 0) return 'failed';
  return cells.every(({ outcome }) => outcome === 'unsupported') ? 'skipped' : 'succeeded';
}

/** How a scan ended whose tasks have ended. */
export function scanOutcome(scan: {
  readonly cancelRequested: boolean;
  readonly tasks: number;
  readonly failed: number;
}): Exclude<RunStatus, 'queued' | 'running'> {
  if (scan.cancelRequested) return 'cancelled';
  if (scan.failed === 0) return 'succeeded';
  return scan.failed === scan.tasks ? 'failed' : 'partial';
}
