import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';

interface LineSource<T> {
  /** What comes before the first page. */
  readonly first: string;
  readonly pages: AsyncGenerator<T, void, undefined>;
  text(page: T): string;
  readonly stallSeconds: number;
}

/**
 * Streams an answer as fast as the client reads, compressed when it accepts gzip. A client that goes away or does not
 * read for `stallSeconds` ends it, and with it the source. What fails before the first byte is thrown.
 */
export async function streamLines<T>(
  request: Request,
  response: Response,
  source: LineSource<T>,
): Promise<void> {
  const opening = await source.pages.next();
  response.status(200);
  response.vary('Accept-Encoding');
  const compressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (compressed) response.setHeader('Content-Encoding', 'gzip');
  const patience = new Patience(source.stallSeconds);
  const lines = Readable.from(watch(opening, source, patience), { objectMode: false });
  try {
    await (compressed
      ? pipeline(lines, createGzip({ level: 1 }), response, { signal: patience.signal })
      : pipeline(lines, response, { signal: patience.signal }));
  } catch (error) {
    response.destroy();
    // Nobody is left to be told: the client went away or was cut off.
    if (!isClosing(error)) throw error;
  } finally {
    patience.stop();
    await source.pages.return();
  }
}

/** Aborts when nothing was taken for a time. */
class Patience {
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

/** The next page is asked for when the client has taken the one before; the clock runs while it has not. */
async function* watch<T>(
  opening: IteratorResult<T, void>,
  source: LineSource<T>,
  patience: Patience,
): AsyncGenerator<string, void, undefined> {
  if (source.first !== '') yield source.first;
  for (let next = opening; next.done !== true; next = await source.pages.next()) {
    patience.start();
    yield source.text(next.value);
    patience.stop();
  }
  patience.start();
}

function isClosing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ABORT_ERR' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET')
  );
}
