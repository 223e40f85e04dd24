import { createHmac } from 'node:crypto';

const stagedBytes = 64 * 1024;
const ignoredBytes = [0x20, 0x0a, 0x0d, 0x09, 0xef, 0xbb, 0xbf];

/** By byte: 1 for white space of JSON, and for a byte order mark, which nothing else outside of strings has; else 0. */
const isSpace = Uint8Array.from({ length: 256 }, (_, byte) => (ignoredBytes.includes(byte) ? 1 : 0));
const [quote, backslash] = [0x22, 0x5c];

/** HMAC-SHA-256 over a JSON text without its insignificant white space and byte order mark: equal for pretty and compact output. */
export class JsonHash {
  readonly #hmac: ReturnType<typeof createHmac>;
  readonly #staged = Buffer.alloc(stagedBytes);
  #length = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(key: Uint8Array) {
    this.#hmac = createHmac('sha256', key);
  }

  push(chunk: Buffer): void {
    const staged = this.#staged;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInText = false;
      } else if (byte === quote) this.#isInText = true;
      else if (isSpace[byte] === 1) continue;
      staged[this.#length] = byte;
      this.#length += 1;
      if (this.#length === stagedBytes) this.#flush();
    }
  }

  /** Returns the hash in hex. */
  digest(): string {
    this.#flush();
    return this.#hmac.digest('hex');
  }

  #flush(): void {
    this.#hmac.update(this.#staged.subarray(0, this.#length));
    this.#length = 0;
  }
}
