import { devConfiguration } from '../configuration.ts';
import { requireFree } from '../stack/ports.ts';

/**
 * Checks the ports of the API, the worker and their metrics before the stack starts, which takes longer than to learn of a
 * taken port.
 * @throws Error that names the variable to change
 */
export async function requireProductPorts(): Promise<void> {
  const { api, metrics, workerMetrics, temporalSdkMetrics } = devConfiguration.ports;
  await requireFree(api, 'The API', 'PORT');
  await requireFree(metrics, 'The metrics of the API', 'METRICS_PORT');
  await requireFree(workerMetrics, 'The metrics of the worker', 'WORKER_METRICS_PORT');
  await requireFree(temporalSdkMetrics, "The metrics of the worker's Temporal SDK", 'TEMPORAL_METRICS_PORT');
}
