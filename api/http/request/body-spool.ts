import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A body that has arrived. */
export interface SpooledBody {
  readonly bytes: number;
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
  /** Deletes the body. */
  close(): Promise<void>;
}

export interface SpoolLimits {
  /** Of all bodies of this process. */
  readonly maximumBytes: number;
  /** Of all bodies of one key, such as an organization. */
  readonly maximumBytesOfKey: number;
  /** Returns the error of a body without space. `ofKey`: whether the space of its key is used, else that of the process. */
  readonly full: (ofKey: boolean) => Error;
  /** Default: 128 KB. */
  readonly memoryBytes?: number;
}

/** What an open body counts at least: its connection and what it holds in memory. */
const shortestBytes = 1024 * 1024;
const defaultMemoryBytes = 128 * 1024;
const readBytes = 256 * 1024;
const algorithm = 'aes-256-ctr';

/**
 * Receives bodies before the work on them begins, so that a slow sender occupies nothing that other senders wait for. The
 * first 128 KB of a body stay in memory. A longer body is in a file without a name, encrypted with a key that only this
 * process has: no text of a body remains on the disk, however the process ends.
 */
export class BodySpool {
  readonly #limits: SpoolLimits;
  readonly #usedByKey = new Map<string, number>();
  #used = 0;

  constructor(limits: SpoolLimits) {
    this.#limits = limits;
  }

  /** The bytes of all bodies. */
  get used(): number {
    return this.#used;
  }

  /**
   * Reads a body to its end, or until it has more than `maximumBytes`: its reader reports that.
   *
   * @throws the error of `full`, and errors of `chunks`; nothing is kept then
   */
  async receive(key: string, chunks: AsyncIterable<Uint8Array>, maximumBytes: number): Promise<SpooledBody> {
    let counted = 0;
    const count = (bytes: number) => {
      this.#count(key, bytes - counted);
      counted = bytes;
    };
    const file = new EncryptedFile();
    const memory: Uint8Array[] = [];
    let bytes = 0;
    const close = async () => {
      count(0);
      await file.close();
    };
    try {
      count(shortestBytes);
      for await (const chunk of chunks) {
        bytes += chunk.byteLength;
        if (bytes > counted) count(bytes);
        const fits = bytes <= (this.#limits.memoryBytes ?? defaultMemoryBytes);
        if (fits) memory.push(chunk);
        else await file.append(chunk);
        if (bytes > maximumBytes) break;
      }
    } catch (error) {
      await close();
      throw error;
    }
    return {
      bytes,
      async *chunks() {
        yield* memory;
        yield* file.read();
      },
      close,
    };
  }

  #count(key: string, change: number): void {
    const { maximumBytes, maximumBytesOfKey, full } = this.#limits;
    const ofKey = (this.#usedByKey.get(key) ?? 0) + change;
    if (change > 0 && ofKey > maximumBytesOfKey) throw full(true);
    if (change > 0 && this.#used + change > maximumBytes) throw full(false);
    this.#used += change;
    if (ofKey === 0) this.#usedByKey.delete(key);
    else this.#usedByKey.set(key, ofKey);
  }
}

class EncryptedFile {
  readonly #key = randomBytes(32);
  readonly #nonce = randomBytes(16);
  readonly #cipher = createCipheriv(algorithm, this.#key, this.#nonce);
  #handle: FileHandle | undefined;

  async append(chunk: Uint8Array): Promise<void> {
    this.#handle ??= await openWithoutName();
    await this.#handle.appendFile(this.#cipher.update(chunk));
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    const decipher = createDecipheriv(algorithm, this.#key, this.#nonce);
    for (let position = 0; ;) {
      const buffer = Buffer.alloc(readBytes);
      const read = await this.#handle?.read(buffer, 0, readBytes, position);
      if (read === undefined || read.bytesRead === 0) return;
      position += read.bytesRead;
      yield decipher.update(buffer.subarray(0, read.bytesRead));
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}

async function openWithoutName(): Promise<FileHandle> {
  const name = path.join(os.tmpdir(), `inventory-body-${randomUUID()}`);
  const handle = await open(name, 'wx+', 0o600);
  await unlink(name);
  return handle;
}
