import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { tracer } from '../../../runtime/spans.ts';
import { localsOf } from '../request/request-locals.ts';

/**
 * Starts a server span for each request, as a child of the trace in `traceparent`, if any. Spans carry the route of
 * the operation instead of path and query, which may contain tokens.
 */
export function traceRequests(): RequestHandler {
  return (request, response, next) => {
    const caller = propagation.extract(context.active(), request.headers);
    const attributes = { 'http.request.method': request.method };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, caller);
    response.once('close', () => {
      const { operation, requestId, organizationId } = localsOf(response);
      if (operation !== undefined) {
        span.updateName(operation);
        span.setAttribute('http.route', operation.slice(operation.indexOf(' ') + 1));
      }
      if (organizationId !== undefined) span.setAttribute('app.organization_id', organizationId);
      span.setAttributes({ 'http.response.status_code': response.statusCode, 'app.request_id': requestId });
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(caller, span), next);
  };
}
