const maximumBytes = 4_096;

/** The text of the string or number that is being read. Keeps at most 4,096 bytes; a longer text is lost. */
export class TokenText {
  readonly #bytes = Buffer.alloc(maximumBytes);
  #length = 0;
  #hasEscapes = false;

  clear(): void {
    this.#length = 0;
    this.#hasEscapes = false;
  }

  add(chunk: Buffer, start: number, end: number): void {
    const length = this.#length + end - start;
    if (length <= maximumBytes) chunk.copy(this.#bytes, this.#length, start, end);
    this.#length = length;
  }

  addByte(byte: number): void {
    if (this.#length < maximumBytes) this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  addBackslash(chunk: Buffer, index: number): void {
    this.add(chunk, index, index + 1);
    this.#hasEscapes = true;
  }

  /** Whether `bytes` are the whole text of a string, and are kept. */
  isWhole(bytes: number): boolean {
    return this.#length === 0 && bytes <= maximumBytes;
  }

  /** Returns the decoded string, or `undefined` when it is too long. */
  decodeString(): string | undefined {
    if (this.#length > maximumBytes) return undefined;
    const text = this.#bytes.toString('utf8', 0, this.#length);
    return this.#hasEscapes ? (JSON.parse(`"${text}"`) as string) : text;
  }

  /** Returns the number's text, or its first 4,096 bytes. */
  readNumber(): { readonly text: string; readonly isComplete: boolean } {
    const text = this.#bytes.toString('latin1', 0, Math.min(this.#length, maximumBytes));
    return { text, isComplete: this.#length <= maximumBytes };
  }
}
