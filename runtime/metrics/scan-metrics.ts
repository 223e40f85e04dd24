import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { CellOutcome } from '../../domain/values.ts';

/** Metrics of scans, of one process. */
export interface ScanMetrics {
  /** An attempt at a cell ended. `service`: IAM prefix of the task's service. */
  cellEnded(service: string, outcome: CellOutcome): void;
  /** AWS throttled a call. `bucket`: the service or published quota whose rate falls. */
  callThrottled(bucket: string): void;
}

/** Registers the metrics `scan_*`. */
export function createScanMetrics(registry: Registry): ScanMetrics {
  const registers = [registry];
  const cells = new Counter({
    name: 'scan_cells_total',
    help: 'Cells (account, region and type) that scans attempted, by service and outcome',
    labelNames: ['service', 'outcome'],
    registers,
  });
  const throttled = new Counter({
    name: 'scan_calls_throttled_total',
    help: 'Calls that AWS throttled, by rate limit bucket',
    labelNames: ['bucket'],
    registers,
  });
  const lastComplete = new Gauge({
    name: 'scan_last_complete_timestamp_seconds',
    help: 'Unix time at which this worker read the last complete cell of a service',
    labelNames: ['service'],
    registers,
  });
  return {
    cellEnded(service, outcome) {
      cells.inc({ service, outcome });
      if (outcome === 'complete') lastComplete.setToCurrentTime({ service });
    },
    callThrottled: (bucket) => throttled.inc({ bucket }),
  };
}
