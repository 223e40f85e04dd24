import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from './logger.ts';
import { productName } from './spans.ts';

/** What exports the spans of this process; workflows, which run apart, hand theirs to it. */
export interface Tracing {
  readonly spanProcessor: SpanProcessor;
  readonly resource: Resource;
  /** Sends what waits to be sent. */
  stop(): Promise<void>;
}

/**
 * Exports spans with OTLP over HTTP (JSON) to `<endpoint>/v1/traces`; without an endpoint nothing is loaded, and
 * `traced` does nothing. The SDK reads the other variables of OpenTelemetry itself (headers, sampler, resource).
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
  const error = (message: string) => logger.warn({ detail: message }, 'spans could not be exported');
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
