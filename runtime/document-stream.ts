import type { MessagePort } from 'node:worker_threads';

/** From the thread: how many more chunks it can take, items of its result, and that it has sent all of them. */
export type ThreadMessage =
  | { readonly type: 'request'; readonly chunks: number }
  | { readonly type: 'items'; readonly items: readonly unknown[] }
  | { readonly type: 'end' };

/** To the thread: a part of the document, or its end. */
export type ChunkMessage = { readonly type: 'chunk'; readonly chunk: Uint8Array } | { readonly type: 'end' };

/** The input of a thread that processes a stream. */
export interface StreamMessage<Input> {
  readonly input: Input;
  readonly port: MessagePort;
}

/**
 * Processes a document in a thread as it arrives. `emit` sends an item of the result to the caller; the items are sent in
 * batches, so that the caller's event loop never copies a large result at once. `characters` is the size of a large item.
 */
export type StreamHandler<Input, Item, Output> = (
  input: Input,
  chunks: AsyncIterable<Uint8Array>,
  emit: (item: Item, characters?: number) => void,
) => Promise<Output>;

/** The number of chunks that wait for the thread. A chunk has at most 256 KB. */
const chunksAhead = 4;
const batchSize = 500;
const batchCharacters = 256 * 1024;

/** Returns the function `run` of the module of a `StreamTask`. */
export function receiveStream<Input, Item, Output>(
  handler: StreamHandler<Input, Item, Output>,
): (message: StreamMessage<Input>) => Promise<Output> {
  return async ({ input, port }) => {
    let batch: Item[] = [];
    let batched = 0;
    const send = (message: ThreadMessage) => port.postMessage(message);
    const flush = () => {
      if (batch.length > 0) send({ type: 'items', items: batch });
      batch = [];
      batched = 0;
    };
    const emit = (item: Item, characters = 0) => {
      batch.push(item);
      batched += characters;
      if (batch.length >= batchSize || batched >= batchCharacters) flush();
    };
    const output = await handler(input, receiveChunks(port, send), emit);
    flush();
    send({ type: 'end' });
    return output;
  };
}

async function* receiveChunks(
  port: MessagePort,
  send: (message: ThreadMessage) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const received: ChunkMessage[] = [];
  let wake = () => {};
  port.on('message', (message: ChunkMessage) => {
    received.push(message);
    wake();
  });
  send({ type: 'request', chunks: chunksAhead });
  for (;;) {
    const message = received.shift();
    if (message === undefined) await new Promise<void>((resolve) => (wake = resolve));
    else if (message.type === 'end') return;
    else {
      yield message.chunk;
      send({ type: 'request', chunks: 1 });
    }
  }
}
