import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** Counts and times requests. The label is the operation, not the path, so that the number of labels is bounded. */
export interface HttpMetrics {
  observe(operation: string, status: number, seconds: number): void;
}

export function createHttpMetrics(registry: Registry): HttpMetrics {
  const labelNames = ['operation', 'status'] as const;
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by operation and status',
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response',
    labelNames: ['operation'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    observe(operation, status, seconds) {
      requests.inc({ operation, status });
      duration.observe({ operation }, seconds);
    },
  };
}
