import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

export type BodyEncoding = 'identity' | 'gzip';

export type InflateProblem =
  'empty' | 'gzip_missing' | 'gzip_truncated' | 'gzip_corrupt' | 'inflated_too_large';

/** The sender of a body is the cause. */
export class InflateRejected extends Error {
  override readonly name = 'InflateRejected';
  readonly problem: InflateProblem;

  constructor(problem: InflateProblem, options?: ErrorOptions) {
    super(`the body was rejected: ${problem}`, options);
    this.problem = problem;
  }
}

const gzipChunkBytes = 256 * 1024;

/** Source: Node.js documentation, module zlib, "Errors". */
const problemsOfZlib: Readonly<Record<string, InflateProblem>> = {
  Z_BUF_ERROR: 'gzip_truncated',
  Z_DATA_ERROR: 'gzip_corrupt',
  Z_NEED_DICT: 'gzip_corrupt',
};

/**
 * Inflates a body as it arrives.
 *
 * @param maximumBytes of the inflated body
 * @throws InflateRejected and errors of the source
 */
export async function* inflateChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: BodyEncoding,
  maximumBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0;
  const count = (chunk: Uint8Array): Buffer => {
    bytes += chunk.byteLength;
    if (bytes > maximumBytes) throw new InflateRejected('inflated_too_large');
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  };
  if (encoding === 'identity') {
    for await (const chunk of chunks) yield count(chunk);
    return;
  }
  const gunzip = createGunzip({ chunkSize: gzipChunkBytes });
  const source = Readable.from(rejectOtherData(chunks));
  const finished = pipeline(source, gunzip).catch((error: unknown) => error);
  try {
    for await (const chunk of gunzip) yield count(chunk as Buffer);
    const failure: unknown = await finished;
    if (failure !== undefined) throw failure;
  } catch (error) {
    throw rejectionOf(error) ?? error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** Zlib reports data that is not gzip as damaged; the sender needs another message for it. */
async function* rejectOtherData(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let first: number | undefined;
  for await (const chunk of chunks) {
    first ??= chunk[0];
    if (first !== undefined && first !== 0x1f) throw new InflateRejected('gzip_missing');
    if (chunk.byteLength > 0) yield chunk;
  }
  if (first === undefined) throw new InflateRejected('empty');
}

function rejectionOf(error: unknown): InflateRejected | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const problem = problemsOfZlib[error.code];
  return problem === undefined ? undefined : new InflateRejected(problem, { cause: error });
}
