import type { Request } from 'express';

const atMost = 4 * 1024 * 1024;

/**
 * Lets the rest of a refused request's body pass, so that the client can read the answer, but not without end:
 * beyond a few megabytes the connection goes.
 */
export function discardBody(request: Request): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > atMost) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
}
