import type { Request } from 'express';

const maximumBytes = 4 * 1024 * 1024;

/**
 * Reads and discards the rest of the body of a refused request, so that the client can read the response. Closes the
 * connection after 4 MB.
 */
export function discardBody(request: Request): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maximumBytes) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
}
