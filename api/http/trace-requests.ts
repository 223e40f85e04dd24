import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { tracer } from '../../runtime/spans.ts';
import { notesOf } from './request-id.ts';

/**
 * A span for each request, within the caller's trace when `traceparent` names one. Paths and queries are left out, as
 * they may hold tokens: the operation names the route.
 */
export function traceRequests(): RequestHandler {
  return (request, response, next) => {
    const caller = propagation.extract(context.active(), request.headers);
    const attributes = { 'http.request.method': request.method };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, caller);
    response.once('close', () => {
      const { operation, requestId, organizationId } = notesOf(response);
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
