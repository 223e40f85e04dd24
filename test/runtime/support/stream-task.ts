import { receiveStream } from '../../../runtime/document-stream.ts';

export type StreamInput = 'count' | 'early' | 'idle' | 'endless' | 'memory' | 'error';

/** Counts the bytes of a document and emits the length of each chunk, or fails as the input says. */
export const run = receiveStream<StreamInput, number, number>(async (input, chunks, emit) => {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    emit(chunk.byteLength);
    if (input === 'early') break;
    if (input === 'idle') await new Promise(() => {});
    if (input === 'error') throw new TypeError('a bug');
    if (input === 'memory') allocate();
    while (input === 'endless');
  }
  return bytes;
});

function allocate(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from<number>({ length: 1_000_000 }).fill(kept.length));
}
