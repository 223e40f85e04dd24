import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span, Tracer } from '@opentelemetry/api';

export const productName = 'cloud-inventory';

/** Makes spans once the process has started tracing, and nothing until then. */
export const tracer: Tracer = trace.getTracer(productName);

/**
 * Does the work within a span, as a client of what the name names; outside of any trace, as the worker's loops are,
 * without. Attributes are exported: never a secret.
 */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (trace.getActiveSpan() === undefined) return work();
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  return context.with(trace.setSpan(context.active(), span), () => ended(span, work));
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Only the name: messages of errors may repeat what was sent.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    throw error;
  } finally {
    span.end();
  }
}

/** What ties a line of the log to its trace. */
export function traceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = trace.getActiveSpan();
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
