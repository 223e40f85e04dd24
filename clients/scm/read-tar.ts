/** An entry of a tar archive. */
export interface TarEntry {
  readonly path: string;
  readonly type: 'file' | 'link' | 'directory' | 'other';
  /** Of a symbolic link: the path to which it points. */
  readonly linkTarget?: string;
  /** Bytes of the content. */
  readonly size: number;
  /** Returns the content. An entry whose content is not read before the next entry is skipped. */
  read(): Promise<Buffer>;
}

/** The archive does not have the format. */
export class TarError extends Error {}

const blockSize = 512;
/** Of the records before an entry. Git writes the path and the target of a link there, of at most 4 KB each. */
const maximumRecordBytes = 64 * 1024;

/**
 * Yields the entries of a tar archive as `git archive` writes it: ustar headers, and pax records for long paths. Global pax
 * records are ignored: Git writes the commit there. The work is linear in the size of the archive, and the memory is
 * limited to one chunk, 64 KB of records and the content that is read.
 *
 * Source of the format: POSIX, "pax - portable archive interchange".
 * @throws TarError for a damaged or incomplete archive
 */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, void, undefined> {
  const input = new ChunkReader(chunks);
  let records: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const header = await input.read(blockSize);
    if (header.every((byte) => byte === 0)) return;
    const { path, flag, size, link } = readHeader(header);
    if (flag === 'x') {
      if (size > maximumRecordBytes) throw new TarError('the records of an entry are too large');
      records = readRecords(await input.read(size));
      await input.skip(paddingOf(size));
      continue;
    }
    const own = flag === 'g' ? undefined : records;
    const ownSize = sizeOf(own?.get('size'), size);
    let left = ownSize;
    if (own !== undefined) {
      records = new Map();
      yield {
        path: own.get('path') ?? path,
        type: types.get(flag) ?? 'other',
        ...(flag === '2' ? { linkTarget: own.get('linkpath') ?? link } : {}),
        size: ownSize,
        async read() {
          left -= ownSize;
          if (left < 0) throw new Error('the content of an entry can be read once');
          return input.read(ownSize);
        },
      };
    }
    await input.skip(left + paddingOf(ownSize));
  }
}

const types: ReadonlyMap<string, TarEntry['type']> = new Map([
  ['0', 'file'],
  ['\0', 'file'],
  ['1', 'link'],
  ['2', 'link'],
  ['5', 'directory'],
]);

function readHeader(header: Buffer): {
  readonly path: string;
  readonly flag: string;
  readonly size: number;
  readonly link: string;
} {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== readOctal(header.subarray(148, 156))) throw new TarError('a header has a wrong checksum');
  const name = textOf(header.subarray(0, 100));
  const isUstar = header.toString('latin1', 257, 262) === 'ustar';
  const prefix = isUstar ? textOf(header.subarray(345, 500)) : '';
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    flag: header.toString('latin1', 156, 157),
    size: readOctal(header.subarray(124, 136)),
    link: textOf(header.subarray(157, 257)),
  };
}

/** Numbers above 8 GB have another form, which is rejected. */
function readOctal(field: Buffer): number {
  const digits = /^ *([0-7]{1,12})[ \0]*$/.exec(field.toString('latin1'))?.[1];
  if (digits === undefined) throw new TarError('a header has an invalid number');
  return Number.parseInt(digits, 8);
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? field.length : end);
}

/** Reads records of the form `<length> <name>=<value>\n`. The length counts the whole record. */
function readRecords(bytes: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const length = /^(\d{1,6}) /.exec(bytes.toString('latin1', at, at + 8))?.[1];
    const end = at + Number(length);
    if (length === undefined || Number(length) === 0 || end > bytes.length)
      throw new TarError('a record has an invalid length');
    const text = bytes.toString('utf8', at + length.length + 1, end - 1);
    const equals = text.indexOf('=');
    records.set(text.slice(0, Math.max(0, equals)), text.slice(equals + 1));
    at = end;
  }
  return records;
}

function sizeOf(record: string | undefined, size: number): number {
  if (record === undefined) return size;
  if (!/^\d{1,15}$/.test(record)) throw new TarError('a record has an invalid size');
  return Number(record);
}

function paddingOf(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize;
}

/** Reads a number of bytes from chunks of any size. */
class ChunkReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async read(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = size; left > 0;) {
      const part = await this.#next(left);
      parts.push(part);
      left -= part.length;
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  }

  async skip(size: number): Promise<void> {
    for (let left = size; left > 0;) left -= (await this.#next(left)).length;
  }

  /** Returns between one and `most` bytes. */
  async #next(most: number): Promise<Buffer> {
    while (this.#chunk.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done === true) throw new TarError('the archive ends within an entry');
      this.#chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    const part = this.#chunk.subarray(0, most);
    this.#chunk = this.#chunk.subarray(part.length);
    return part;
  }
}
