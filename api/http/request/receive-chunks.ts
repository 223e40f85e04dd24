import type { Request } from 'express';
import { errors } from '../../../domain/errors.ts';
import type { BodyEncoding } from '../../../runtime/inflate-chunks.ts';
import { ClientDisconnected } from './client-disconnected.ts';
import { receiveRate, requireProgress } from './require-progress.ts';

/**
 * Yields the body of a request as it arrives, without closing the connection when the reader stops: the client has to receive
 * the error.
 *
 * @throws CatalogueError `invalid_body` when it arrives too slowly
 * @throws ClientDisconnected
 */
export function receiveChunks(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
  return requireProgress(chunksOf(request), receiveRate);
}

/** @throws CatalogueError `invalid_body` for an encoding that is not supported. */
export function encodingOf(request: Request): BodyEncoding {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw errors.invalidBody('The header Content-Encoding must be gzip or absent.');
  return encoding;
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    throw request.complete ? error : new ClientDisconnected('the client disconnected', { cause: error });
  }
}
