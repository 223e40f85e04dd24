import { noteProgress } from '../../runtime/progress.ts';
import { StateReadFailed } from './state-read-failed.ts';

/** The body of a response of S3: a stream of Node. */
export interface S3Body extends AsyncIterable<Uint8Array> {
  destroy(): void;
}

export interface ReadBody {
  readonly chunks: AsyncIterable<Uint8Array>;
  bytesRead(): number;
}

/** Time without a byte after which the connection is closed. */
const stallMilliseconds = 30_000;

/**
 * Reads a body. Its connection is closed when the reader stops, when `signal` aborts, and when no byte arrives for 30 s.
 *
 * @param size - the expected number of bytes, when S3 sent it
 * @returns chunks that throw StateReadFailed `unreachable` when the body breaks off
 */
export function readBody(
  body: S3Body | undefined,
  size: number | undefined,
  signal?: AbortSignal,
  stallAfterMilliseconds = stallMilliseconds,
): ReadBody {
  let bytes = 0;
  let stalled = false;
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    if (body === undefined) throw brokenOff();
    const close = () => body.destroy();
    const stall = () => {
      stalled = true;
      close();
    };
    let timer = setTimeout(stall, stallAfterMilliseconds);
    signal?.addEventListener('abort', close);
    try {
      for await (const chunk of body) {
        clearTimeout(timer);
        bytes += chunk.byteLength;
        noteProgress();
        yield chunk;
        timer = setTimeout(stall, stallAfterMilliseconds);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw brokenOff(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', close);
      close();
    }
    signal?.throwIfAborted();
    if (stalled || (size !== undefined && bytes !== size)) throw brokenOff();
  }
  return { chunks: read(), bytesRead: () => bytes };
}

function brokenOff(cause?: unknown): StateReadFailed {
  return new StateReadFailed('unreachable', 'The connection to S3 was lost while the object was read.', {
    cause,
    retryable: true,
  });
}
