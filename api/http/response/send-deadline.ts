import type { RequestHandler } from 'express';

/** How slowly a client may read a response that is complete. */
const readRate = { graceMilliseconds: 30_000, bytesPerSecond: 32 * 1024 };

/**
 * Closes the connection of a client that does not read its response, or reads it too slowly: otherwise the response stays in
 * memory until the client disconnects. Covers what remains after `end`; streams have limits of their own before it.
 */
export function limitSendTime({ graceMilliseconds, bytesPerSecond } = readRate): RequestHandler {
  return (_request, response, next) => {
    response.once('prefinish', () => {
      // Node reports no progress within a chunk, so the whole rest has one deadline.
      const milliseconds = graceMilliseconds + (response.writableLength / bytesPerSecond) * 1000;
      const timer = setTimeout(() => response.destroy(), milliseconds);
      const stop = () => clearTimeout(timer);
      response.once('finish', stop);
      response.once('close', stop);
    });
    next();
  };
}
