import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { ReadDeadline } from './read-deadline.ts';
import type { StreamLimits } from './read-deadline.ts';

interface LineSource<T> {
  /** Text before the first page. */
  readonly header: string;
  readonly pages: AsyncGenerator<T, void, undefined>;
  text(page: T): string;
  readonly limits: StreamLimits;
}

/**
 * Streams pages of text, compressed if the client accepts gzip. Closes the connection and the source if the client
 * disconnects or a limit is exceeded. Errors before the first byte are thrown.
 */
export async function streamLines<T>(
  request: Request,
  response: Response,
  source: LineSource<T>,
): Promise<void> {
  const firstPage = await source.pages.next();
  response.status(200);
  response.vary('Accept-Encoding');
  const compressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (compressed) response.setHeader('Content-Encoding', 'gzip');
  const deadline = new ReadDeadline(source.limits);
  const lines = Readable.from(readPages(firstPage, source, deadline), { objectMode: false });
  try {
    await (compressed
      ? pipeline(lines, createGzip({ level: 1 }), response, { signal: deadline.signal })
      : pipeline(lines, response, { signal: deadline.signal }));
  } catch (error) {
    response.destroy();
    if (!isDisconnect(error)) throw error;
  } finally {
    deadline.end();
    await source.pages.return();
  }
}

/** Yields each page after the client has consumed the previous one. */
async function* readPages<T>(
  firstPage: IteratorResult<T, void>,
  source: LineSource<T>,
  deadline: ReadDeadline,
): AsyncGenerator<string, void, undefined> {
  if (source.header !== '') yield source.header;
  for (let page = firstPage; page.done !== true; page = await source.pages.next()) {
    const text = source.text(page.value);
    deadline.start();
    yield text;
    deadline.stop(text.length);
  }
  deadline.start();
}

function isDisconnect(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ABORT_ERR' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET')
  );
}
