import type { TurnReferences } from './turn-references.ts';
import type { Citation } from './turn-event.ts';

/** A bracket that contains more of these characters is no list of references; it is dropped. */
const maximumHeld = 64;
const referenceCharacter = /[[\]rR\p{N}\s,;]/u;

/**
 * Replaces references such as `[r3]` or `[r3, r4]` in streamed text by the numbers of their citations, and drops the ones
 * that no tool of the turn returned. Also drops numbers in brackets, which a reader would take for citations. Holds text
 * from a `[` until it is known whether it is a reference.
 */
export class ReferenceFilter {
  readonly #references: TurnReferences;
  readonly #label: (citation: Citation) => string;
  #held = '';
  #dropped = 0;

  /** @param label text of a citation in the answer */
  constructor(references: TurnReferences, label: (citation: Citation) => string) {
    this.#references = references;
    this.#label = label;
  }

  get dropped(): number {
    return this.#dropped;
  }

  push(text: string): string {
    let output = '';
    for (const character of text) {
      if (this.#held === '' && character !== '[') output += character;
      else if (!referenceCharacter.test(character)) output += this.#release() + character;
      else if (character === ']') output += this.#close();
      else {
        this.#held += character;
        if (this.#held.length > maximumHeld) this.#drop();
      }
    }
    return output;
  }

  /** Returns the held text at the end of the stream, where a bracket stays open. */
  end(): string {
    return this.#release();
  }

  #release(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  /** Handles the content of the innermost open bracket. */
  #close(): string {
    const start = this.#held.lastIndexOf('[');
    const content = this.#held.slice(start + 1);
    if (!/\p{N}/u.test(content)) return `${this.#release()}]`;
    const words = content.split(/[\s,;]+/).filter((word) => word !== '');
    const labels = words.flatMap((word) => {
      const citation = this.#references.cite(word);
      // The reader typed the name.
      const name = this.#references.nameOf(word)?.replaceAll(/[[\]]/g, '');
      return citation === undefined ? (name ?? []) : [this.#label(citation)];
    });
    this.#dropped += words.length - labels.length;
    // The text before a dropped reference stays held: `[` before it and `1]` after it would form a citation.
    this.#held = this.#held.slice(0, start);
    return labels.length === 0 ? '' : this.#release() + labels.join('');
  }

  #drop(): void {
    this.#held = '';
    this.#dropped += 1;
  }
}
