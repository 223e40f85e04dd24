import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';

interface LineSource<T> {
  /** Text before the first page. */
  readonly header: string;
  readonly pages: AsyncGenerator<T, void, undefined>;
  text(page: T): string;
  readonly stallSeconds: number;
}

/**
 * Streams pages of text, compressed if the client accepts gzip. Closes the connection and the source if the client
 * disconnects or reads nothing for `stallSeconds`. Errors before the first byte are thrown.
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
  const timer = new StallTimer(source.stallSeconds);
  const lines = Readable.from(readPages(firstPage, source, timer), { objectMode: false });
  try {
    await (compressed
      ? pipeline(lines, createGzip({ level: 1 }), response, { signal: timer.signal })
      : pipeline(lines, response, { signal: timer.signal }));
  } catch (error) {
    response.destroy();
    if (!isDisconnect(error)) throw error;
  } finally {
    timer.stop();
    await source.pages.return();
  }
}

/** Aborts its signal when a page is not consumed in time. */
class StallTimer {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(seconds: number) {
    this.#milliseconds = seconds * 1000;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Yields each page after the client has consumed the previous one. The timer runs until the client has. */
async function* readPages<T>(
  firstPage: IteratorResult<T, void>,
  source: LineSource<T>,
  timer: StallTimer,
): AsyncGenerator<string, void, undefined> {
  if (source.header !== '') yield source.header;
  for (let page = firstPage; page.done !== true; page = await source.pages.next()) {
    timer.start();
    yield source.text(page.value);
    timer.stop();
  }
  timer.start();
}

function isDisconnect(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ABORT_ERR' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET')
  );
}
