import type { Response } from 'express';

/**
 * Begins a stream of server-sent events. Proxies must not cache, compress or buffer it. Sends the headers with the time
 * after which a client reconnects, in milliseconds, and a comment.
 */
export function beginEventStream(response: Response, retryMilliseconds: number): void {
  response.status(200);
  response.setHeader('Content-Type', 'text/event-stream');
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
  response.write(`retry: ${retryMilliseconds}\n${comment('stream')}`);
}

/** Returns an event. `data` is JSON, which has no line breaks. */
export function eventText({
  id,
  event,
  data,
}: {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}

/** Returns a comment, which clients ignore. */
export function comment(text: string): string {
  return `: ${text}\n\n`;
}
