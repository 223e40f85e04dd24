import test from 'ava';
import { Registry } from 'prom-client';
import { createScanMetrics } from '../../../runtime/metrics/scan-metrics.ts';

test('counts cells by service and outcome, and throttled calls by bucket', async (t) => {
  const registry = new Registry();
  const metrics = createScanMetrics(registry);
  metrics.cellEnded('ec2', 'complete');
  metrics.cellEnded('ec2', 'throttled');
  metrics.cellEnded('ec2', 'throttled');
  metrics.callThrottled('lambda');
  const text = await registry.metrics();
  t.regex(text, /^scan_cells_total\{service="ec2",outcome="throttled"\} 2$/m);
  t.regex(text, /^scan_cells_total\{service="ec2",outcome="complete"\} 1$/m);
  t.regex(text, /^scan_last_complete_timestamp_seconds\{service="ec2"\} 1\d{9}/m);
  t.regex(text, /^scan_calls_throttled_total\{bucket="lambda"\} 1$/m);
});
