import type { ActivityInterceptorsFactory, WorkerOptions } from '@temporalio/worker';
import type { Tracing } from '../runtime/tracing.ts';
import { updateWorkflowBundle, workflowBundleFile } from './workflow-bundles.ts';
import type { WorkflowBundle } from './workflow-bundles.ts';

interface TracedWorker {
  readonly workflowBundle: NonNullable<WorkerOptions['workflowBundle']>;
  readonly activityInterceptors: readonly ActivityInterceptorsFactory[];
  readonly sinks: NonNullable<WorkerOptions['sinks']>;
}

/**
 * Returns worker options, with tracing of workflows and activities if configured. In production, the workflow bundle is the
 * one of `npm run build`; elsewhere it is made again when its sources have changed.
 */
export async function traceWorker(tracing: Tracing | undefined, production: boolean): Promise<TracedWorker> {
  const bundle = async (name: WorkflowBundle) => ({
    codePath: production ? workflowBundleFile(name) : await updateWorkflowBundle(name),
  });
  if (tracing === undefined)
    return { workflowBundle: await bundle('plain'), activityInterceptors: [], sinks: {} };
  const { makeWorkflowExporter, OpenTelemetryActivityInboundInterceptor } =
    await import('@temporalio/interceptors-opentelemetry/lib/worker/index.js');
  return {
    workflowBundle: await bundle('traced'),
    activityInterceptors: [
      (activity) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(activity) }),
    ],
    sinks: { exporter: makeWorkflowExporter(tracing.spanProcessor, tracing.resource) },
  };
}
