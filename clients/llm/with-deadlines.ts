export interface StreamDeadlines {
  /** Until the first part that counts as a token. */
  readonly firstTokenMs: number;
  /** Between two parts after it. */
  readonly silenceMs: number;
}

/** A stream sent nothing for too long. */
export class StreamStalled extends Error {
  override readonly name = 'StreamStalled';
}

/**
 * Yields the parts of a stream.
 *
 * @param isToken whether a part ends the wait for the first token
 * @throws StreamStalled when a deadline passes; the stream is left as it is
 */
export async function* withDeadlines<T>(
  stream: AsyncIterable<T>,
  { firstTokenMs, silenceMs }: StreamDeadlines,
  isToken: (part: T) => boolean,
): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  const firstDeadline = performance.now() + firstTokenMs;
  let hasToken = false;
  for (;;) {
    const waitMs = hasToken ? silenceMs : Math.max(0, firstDeadline - performance.now());
    const next = await within(iterator.next(), waitMs);
    if (next.done === true) return;
    hasToken ||= isToken(next.value);
    yield next.value;
  }
}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StreamStalled('the stream stalled')), milliseconds);
  });
  try {
    return await Promise.race([promise, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
