import { fileURLToPath } from 'node:url';
import type { ActivityInterceptorsFactory, WorkerOptions } from '@temporalio/worker';
import type { Tracing } from '../runtime/tracing.ts';

interface TracedWorker {
  readonly workflowBundle: NonNullable<WorkerOptions['workflowBundle']>;
  readonly activityInterceptors: readonly ActivityInterceptorsFactory[];
  readonly sinks: NonNullable<WorkerOptions['sinks']>;
}

/** Returns worker options, with tracing of workflows and activities if configured. Tracing needs a separate bundle. */
export async function traceWorker(tracing: Tracing | undefined): Promise<TracedWorker> {
  const bundle = (name: string) => ({ codePath: fileURLToPath(new URL(`../${name}`, import.meta.url)) });
  if (tracing === undefined)
    return { workflowBundle: bundle('workflow-bundle.js'), activityInterceptors: [], sinks: {} };
  const { makeWorkflowExporter, OpenTelemetryActivityInboundInterceptor } =
    await import('@temporalio/interceptors-opentelemetry/lib/worker/index.js');
  return {
    workflowBundle: bundle('workflow-bundle-traced.js'),
    activityInterceptors: [
      (activity) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(activity) }),
    ],
    sinks: { exporter: makeWorkflowExporter(tracing.spanProcessor, tracing.resource) },
  };
}
