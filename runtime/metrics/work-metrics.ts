import { daySeconds } from '../../domain/time.ts';
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** Metrics of runs and of polls of CloudTrail, of one process. */
export interface WorkMetrics {
  /** A run got its final status. */
  runEnded(kind: string, status: string): void;
  /** A poll of the CloudTrail events of an account and region ended. `lagSeconds`: time since the end of the stored events, if any are. */
  feedPolled(outcome: string, lagSeconds: number | undefined): void;
}

/** Feeds are polled every five minutes by default; a feed that was paused is read from the last 14 days. */
const lagBuckets = [60, 300, 600, 900, 1800, 3600, 3 * 3600, 6 * 3600, daySeconds];

/** Registers `runs_ended_total`, `change_feed_polls_total` and `change_feed_lag_seconds`. */
export function createWorkMetrics(registry: Registry): WorkMetrics {
  const registers = [registry];
  const runs = new Counter({
    name: 'runs_ended_total',
    help: 'Runs that ended, by kind and status',
    labelNames: ['kind', 'status'],
    registers,
  });
  const polls = new Counter({
    name: 'change_feed_polls_total',
    help: 'Polls of the CloudTrail events of an account and region, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const lag = new Histogram({
    name: 'change_feed_lag_seconds',
    help: 'Time between the end of the events that are stored and the start of the next poll',
    buckets: lagBuckets,
    registers,
  });
  return {
    runEnded: (kind, status) => runs.inc({ kind, status }),
    feedPolled(outcome, lagSeconds) {
      polls.inc({ outcome });
      if (lagSeconds !== undefined) lag.observe(Math.max(0, lagSeconds));
    },
  };
}
