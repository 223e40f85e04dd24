import { errors } from '../../../domain/errors.ts';

/** How slowly a body may arrive. */
export interface ReceiveRate {
  /** The time that the reader may wait, however few bytes arrive. */
  readonly graceMilliseconds: number;
  /** Bytes that allow one more second. */
  readonly bytesPerSecond: number;
}

/** A third of the time for which other bodies wait for a permit: clients that send nothing cannot keep all permits from them. */
export const receiveRate: ReceiveRate = { graceMilliseconds: 10_000, bytesPerSecond: 128 * 1024 };

/**
 * Yields the chunks of a body. Only the time of waiting for the client counts, not the time in which chunks are processed.
 *
 * @throws CatalogueError `invalid_body`
 */
export async function* requireProgress(
  chunks: AsyncIterable<Uint8Array>,
  { graceMilliseconds, bytesPerSecond }: ReceiveRate,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  let [bytes, waited] = [0, 0];
  try {
    for (;;) {
      const started = performance.now();
      const allowed = graceMilliseconds + (bytes / bytesPerSecond) * 1_000 - waited;
      const next = await within(iterator.next(), allowed);
      if (next.done === true) return;
      waited += performance.now() - started;
      bytes += next.value.byteLength;
      yield next.value;
    }
  } finally {
    // While a chunk is awaited, this promise settles when the client disconnects.
    iterator.return?.().catch(() => undefined);
  }
}

async function within<Result>(result: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): Error {
  return errors.invalidBody(
    `The body arrives too slowly: nothing for ${receiveRate.graceMilliseconds / 1000} seconds, or less than ` +
      `${receiveRate.bytesPerSecond / 1024} KB per second. Compress it with gzip, and send it again.`,
  );
}
