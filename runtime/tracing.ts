import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from './logger.ts';
import { productName } from './spans.ts';

/** The exporter of the spans of a process. Temporal's workflow interceptors also pass the spans of workflows to it. */
export interface Tracing {
  readonly spanProcessor: SpanProcessor;
  readonly resource: Resource;
  /** Exports the pending spans, and stops. */
  stop(): Promise<void>;
}

/**
 * Exports spans with OTLP over HTTP (JSON) to `<endpoint>/v1/traces`. Without an endpoint, returns `undefined` and does
 * not load the SDK. The SDK reads its other environment variables itself (headers, sampler, resource).
 */
export async function startTracing(
  process: 'api' | 'worker',
  endpoint: string | undefined,
  logger: Logger,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const [{ NodeTracerProvider }, { BatchSpanProcessor }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const quiet = () => undefined;
  const error = (message: string) => logger.warn({ detail: message }, 'failed to export spans');
  diag.setLogger(
    { error, warn: quiet, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const { attributes } = resources.detectResourcesSync({ detectors: [resources.envDetectorSync] });
  const resource = new resources.Resource({ 'service.name': `${productName}-${process}`, ...attributes });
  const spanProcessor = new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [spanProcessor] });
  provider.register();
  return { spanProcessor, resource, stop: () => provider.shutdown() };
}
