import type { Json } from '../../../domain/json/json.ts';
import { JsonHash } from '../../../runtime/json/json-hash.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import { readOnce } from '../../../runtime/json/read-once.ts';
import type { StateParser } from './state-parser.ts';
import { StateRejected } from './state-rejected.ts';

const maximumEnvelopeBytes = 64 * 1024;
/** White space of JSON, and the colon after a key. */
const bytesBeforeValue: ReadonlySet<number> = new Set(Buffer.from(' \t\n\r:'));

/** Reads an envelope with the state in `state`. Hashes the state, and keeps the other fields. Nothing of the state is kept. */
export class EnvelopeReader {
  readonly #parser: StateParser;
  readonly #hash: JsonHash;
  #offset = 0;
  /** The envelope with `null` in place of the state. */
  readonly #outside: Buffer[] = [];
  #outsideBytes = 0;
  #position: 'before' | 'after_key' | 'inside' | 'after' = 'before';
  /** The offset of the byte after the state. */
  #end: number | undefined;
  #isStateItself = false;

  /** @param createParser - receives a function that returns the visitor of the envelope for that of the state */
  constructor(
    hmacKey: Uint8Array,
    createParser: (embed: (state: JsonVisitor) => JsonVisitor) => StateParser,
  ) {
    this.#hash = new JsonHash(hmacKey);
    this.#parser = createParser((state) => this.#embed(state));
  }

  /** @throws StateRejected */
  push(chunk: Buffer): void {
    for (let index = 0; index < chunk.length;) {
      if (this.#position === 'after_key' && !bytesBeforeValue.has(chunk[index] ?? 0))
        this.#position = 'inside';
      const isInside = this.#position === 'inside';
      // Outside of the state byte by byte, so that the first byte of the state is known. The envelope is small.
      const part = chunk.subarray(index, isInside ? chunk.length : index + 1);
      this.#parser.push(part);
      if (isInside) this.#readInside(part);
      else this.#keep(part);
      index += part.length;
      this.#offset += part.length;
    }
  }

  /**
   * Ends the text. Returns the header, the hash of the state, and the fields beside it.
   * @throws StateRejected also when the envelope has no state
   */
  end() {
    if (this.#position === 'before' && this.#offset > 0)
      throw new StateRejected(
        'not_a_state',
        this.#isStateItself
          ? 'The body is the state itself. Put it into `state`, or send `repository` or `name` in the query.'
          : 'The body has no `state`.',
      );
    const header = this.#parser.end();
    // The parser accepts a byte order mark, which PowerShell writes.
    const text = Buffer.concat(this.#outside)
      .toString('utf8')
      .replace(/^\ufeff/, '');
    const envelope = JSON.parse(text) as Json;
    return { header, hash: this.#hash.digest(), envelope };
  }

  #embed(state: JsonVisitor): JsonVisitor {
    const markItself = (): undefined => {
      this.#isStateItself = true;
    };
    return {
      property: readOnce({
        state: () => {
          this.#position = 'after_key';
          return { ...state, span: (_start, end) => (this.#end = end) };
        },
        serial: markItself,
        resources: markItself,
      }),
    };
  }

  #readInside(part: Buffer): void {
    const end = this.#end === undefined ? part.length : this.#end - this.#offset;
    this.#hash.push(part.subarray(0, end));
    if (this.#end === undefined) return;
    this.#position = 'after';
    this.#keep(Buffer.from('null'));
    this.#keep(part.subarray(end));
  }

  #keep(part: Buffer): void {
    this.#outsideBytes += part.length;
    if (this.#outsideBytes > maximumEnvelopeBytes)
      throw new StateRejected('too_large', 'The fields beside `state` are larger than 64 KB.');
    this.#outside.push(part);
  }
}
