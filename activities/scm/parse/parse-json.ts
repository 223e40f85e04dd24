import type { DataEntry, DataNode, ParsedData } from '../../../domain/scm/detection/documents/data-node.ts';

export const maximumNesting = 200;

/**
 * Parses JSON with line numbers, which JSON.parse does not give. Keeps duplicate keys and `__proto__` as pairs.
 * Linear in the length of the text; refuses nesting beyond {@link maximumNesting}.
 */
export function parseJson(text: string): ParsedData {
  const reader = new JsonReader(text);
  try {
    const root = reader.readDocument();
    return { documents: [root] };
  } catch (error) {
    if (error instanceof JsonError)
      return { documents: [], problem: `Line ${reader.line}: ${error.message}` };
    throw error;
  }
}

class JsonError extends Error {}

class JsonReader {
  readonly #text: string;
  #at = 0;
  line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): DataNode {
    const root = this.#readValue(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new JsonError('unexpected text after the end of the value.');
    return root;
  }

  #readValue(depth: number): DataNode {
    if (depth > maximumNesting) throw new JsonError(`more than ${maximumNesting} levels of nesting.`);
    this.#skipSpace();
    const { line } = this;
    switch (this.#text[this.#at]) {
      case '{':
        return { type: 'object', entries: this.#readEntries(depth), line };
      case '[':
        return { type: 'list', items: this.#readItems(depth), line };
      case '"':
        return { type: 'scalar', value: this.#readString(), line };
      default:
        return { type: 'scalar', value: this.#readWord(), line };
    }
  }

  #readEntries(depth: number): DataEntry[] {
    const entries: DataEntry[] = [];
    this.#at += 1;
    if (this.#accept('}')) return entries;
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw new JsonError('expected a key.');
      const { line } = this;
      const key = this.#readString();
      if (!this.#accept(':')) throw new JsonError('expected a colon.');
      entries.push({ key, value: this.#readValue(depth + 1), line });
    } while (this.#accept(','));
    if (!this.#accept('}')) throw new JsonError('expected a comma or a closing brace.');
    return entries;
  }

  #readItems(depth: number): DataNode[] {
    const items: DataNode[] = [];
    this.#at += 1;
    if (this.#accept(']')) return items;
    do items.push(this.#readValue(depth + 1));
    while (this.#accept(','));
    if (!this.#accept(']')) throw new JsonError('expected a comma or a closing bracket.');
    return items;
  }

  #readString(): string {
    const start = this.#at;
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '\n') break;
      if (character === '\\') this.#at += 1;
      else if (character === '"') {
        this.#at += 1;
        return this.#native(start) as string;
      }
    }
    throw new JsonError('expected a closing quotation mark.');
  }

  #readWord(): number | boolean | null {
    const start = this.#at;
    while (/[\w.+-]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#native(start) as number | boolean | null;
  }

  /** Converts the text from `start` with JSON.parse: a string, a number, `true`, `false` or `null`. */
  #native(start: number): unknown {
    try {
      return JSON.parse(this.#text.slice(start, this.#at));
    } catch {
      throw new JsonError('expected a value.');
    }
  }

  #accept(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '\n') this.line += 1;
      else if (character !== ' ' && character !== '\t' && character !== '\r') return;
    }
  }
}
