/** Keeps the last bytes of a text that arrives in chunks, so that parts of it can be cut out. Offsets count from its start. */
export class ByteWindow {
  #chunks: Buffer[] = [];
  #start = 0;
  #end = 0;

  /** The offset of the next chunk. */
  get end(): number {
    return this.#end;
  }

  /** The number of bytes that are kept. */
  get size(): number {
    return this.#end - this.#start;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#end += chunk.length;
  }

  /** Returns the bytes from `start` to before `end` as a text. */
  text(start: number, end: number): string {
    const parts: Buffer[] = [];
    let offset = this.#start;
    for (const chunk of this.#chunks) {
      if (offset < end && offset + chunk.length > start)
        parts.push(chunk.subarray(Math.max(0, start - offset), end - offset));
      offset += chunk.length;
    }
    const [first] = parts;
    return parts.length === 1 && first !== undefined
      ? first.toString('utf8')
      : Buffer.concat(parts).toString('utf8');
  }

  /** Releases the chunks that end at or before an offset. */
  discardBefore(offset: number): void {
    let count = 0;
    for (const chunk of this.#chunks) {
      if (this.#start + chunk.length > offset) break;
      this.#start += chunk.length;
      count += 1;
    }
    if (count > 0) this.#chunks = this.#chunks.slice(count);
  }
}
