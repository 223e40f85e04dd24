import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import type { PlanProblem } from '../../../domain/plans/read/plan-rejected.ts';

export type BodyEncoding = 'identity' | 'gzip';

const maximumBytes = 256 * 1024 * 1024;
const gzipChunkBytes = 256 * 1024;

/** Source: Node.js documentation, module zlib, "Errors". */
const problemsOfZlib: Readonly<Record<string, PlanProblem>> = {
  Z_BUF_ERROR: 'gzip_truncated',
  Z_DATA_ERROR: 'gzip_corrupt',
  Z_NEED_DICT: 'gzip_corrupt',
};

/**
 * Inflates a body as it arrives. Stops at 256 MB.
 *
 * @throws PlanRejected and errors of the source
 */
export async function* inflateChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: BodyEncoding,
): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0;
  const count = (chunk: Uint8Array): Buffer => {
    bytes += chunk.byteLength;
    if (bytes > maximumBytes) throw new PlanRejected('inflated_too_large');
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
    if (first !== undefined && first !== 0x1f) throw new PlanRejected('gzip_missing');
    if (chunk.byteLength > 0) yield chunk;
  }
  if (first === undefined) throw new PlanRejected('empty');
}

function rejectionOf(error: unknown): PlanRejected | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const problem = problemsOfZlib[error.code];
  return problem === undefined || error instanceof PlanRejected
    ? undefined
    : new PlanRejected(problem, 'plan', { cause: error });
}
