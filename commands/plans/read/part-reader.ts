import type { MutableJson } from '../../../domain/json/json.ts';
import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import { ByteWindow } from './byte-window.ts';

const maximumBytes = 16 * 1024 * 1024;
/** A value needs more memory than its text: `[],` three bytes, and an array 32. */
const maximumValues = 500_000;

/** The position of a part in the text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads parts of a JSON text with `JSON.parse`, which is faster than building them from tokens. Only the bytes since the
 * beginning of the part that is being read are kept.
 */
export class PartReader {
  readonly #window = new ByteWindow();
  #open = 0;
  #openSince = 0;
  #chunkStart = 0;
  #keptBytes = 0;
  #keptValues = 0;

  /** The offset of the current chunk. */
  get chunkStart(): number {
    return this.#chunkStart;
  }

  /** Adds a chunk, before the tokenizer reads it. */
  push(chunk: Buffer): void {
    this.#chunkStart = this.#window.end;
    this.#window.push(chunk);
  }

  /** Ends a chunk, after the tokenizer has read it. @throws PlanRejected `part_too_large` */
  release(): void {
    this.#window.discardBefore(this.#open === 0 ? this.#window.end : this.#openSince);
    // The window begins with the chunk in which the part begins.
    if (this.#window.size > maximumBytes + 1024 * 1024) throw new PlanRejected('part_too_large');
  }

  /** Returns the visitor of a part that is parsed when it ends. */
  parsed(receive: (value: MutableJson) => void): JsonVisitor {
    return this.part({}, (_, parse) => receive(parse()));
  }

  /** As {@link parsed}, for values that are kept. All of them have the limits of one part. */
  kept(receive: (value: MutableJson) => void): JsonVisitor {
    return this.part({}, ({ start, end }, parse, values) => {
      this.#keptBytes += end - start;
      this.#keptValues += values;
      if (this.#keptBytes > maximumBytes || this.#keptValues > maximumValues)
        throw new PlanRejected('part_too_large');
      receive(parse());
    });
  }

  /** Returns a visitor that also receives the position of the part and the number of its values, and can parse it. */
  part(
    visitor: JsonVisitor,
    receive: (span: Span, parse: () => MutableJson, values: number) => void,
  ): JsonVisitor {
    if (this.#open === 0) this.#openSince = this.#chunkStart;
    this.#open += 1;
    return {
      ...visitor,
      span: (start, end, values) => {
        this.#open -= 1;
        if (end - start > maximumBytes || values > maximumValues) throw new PlanRejected('part_too_large');
        const parse = () => JSON.parse(this.#window.text(start, end)) as MutableJson;
        receive({ start, end }, parse, values);
      },
    };
  }
}
