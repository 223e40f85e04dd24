export interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
}

/** Reads the events of a stream in which every event has one line of data. Skips comments and `retry`. */
export async function* readServerSentEvents(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  let buffered = '';
  const decoder = new TextDecoder();
  for await (const part of stream) {
    buffered += decoder.decode(part, { stream: true });
    const blocks = buffered.split('\n\n');
    buffered = blocks.pop() ?? '';
    for (const block of blocks) {
      const type = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (type !== undefined && data !== undefined) yield { type, data };
    }
  }
}
