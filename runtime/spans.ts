import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span, Tracer } from '@opentelemetry/api';

export const productName = 'cloud-inventory';

/** Creates spans after `startTracing`, and no-op spans before. */
export const tracer: Tracer = trace.getTracer(productName);

/**
 * Runs the work in a client span. Creates no span outside of a trace, for example in the loops of the worker. Attributes
 * are exported and must not contain secrets.
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
    // Exports only the error's name: its message may contain parts of the request.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    throw error;
  } finally {
    span.end();
  }
}

/** The log fields that link a line to its trace; none outside of a trace. */
export function traceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = trace.getActiveSpan();
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
