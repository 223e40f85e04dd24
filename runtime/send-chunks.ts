import { MessageChannel } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { ChunkMessage, ThreadMessage } from './document-stream.ts';

const maximumChunkBytes = 256 * 1024;

/** The connection to a thread that processes a stream. */
export interface ThreadStream {
  /** The port of the thread. It must be transferred. */
  readonly port: MessagePort;
  /** Settles when the thread has sent all items, or the connection is closed. */
  readonly ended: Promise<void>;
  /** Sends chunks as the thread requests them. Resolves when all are sent. @throws errors of the chunks */
  send(chunks: AsyncIterator<Uint8Array>): Promise<void>;
  close(): void;
}

/** The document has more bytes than its task allows. */
export class TooManyBytes extends Error {}

/** @param receive - receives the items of the result, in batches */
export function openThreadStream(
  maximumBytes: number,
  receive: (items: readonly unknown[]) => void,
): ThreadStream {
  const { port1: own, port2: port } = new MessageChannel();
  let requested = 0;
  let closed = false;
  let wake = () => {};
  const ended = new Promise<void>((resolve) => {
    own.on('message', (message: ThreadMessage) => {
      if (message.type === 'items') receive(message.items);
      else if (message.type === 'end') resolve();
      else {
        requested += message.chunks;
        wake();
      }
    });
    own.on('close', () => {
      closed = true;
      wake();
      resolve();
    });
  });
  const post = async (message: ChunkMessage) => {
    while (requested === 0 && !closed) await new Promise<void>((resolve) => (wake = resolve));
    requested -= 1;
    if (!closed)
      own.postMessage(message, message.type === 'end' ? [] : [message.chunk.buffer as ArrayBuffer]);
  };
  return {
    port,
    ended,
    async send(chunks) {
      let bytes = 0;
      for (let next = await chunks.next(); next.done !== true && !closed; next = await chunks.next()) {
        bytes += next.value.byteLength;
        if (bytes > maximumBytes) throw new TooManyBytes();
        for (let start = 0; start < next.value.byteLength; start += maximumChunkBytes) {
          // A copy, because the source may reuse its buffer, and a transferred buffer is lost to the sender.
          const chunk = Uint8Array.from(next.value.subarray(start, start + maximumChunkBytes));
          await post({ type: 'chunk', chunk });
        }
      }
      await post({ type: 'end' });
    },
    close: () => own.close(),
  };
}
