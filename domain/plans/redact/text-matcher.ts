/** A text to find. */
export interface TextPattern {
  readonly text: string;
  /** The number of characters after the text that belong to it, whatever they are. */
  readonly rest: number;
}

/**
 * Finds many texts at once in time linear in the length of the text (Aho and Corasick, "Efficient string matching", 1975).
 * A pattern character needs about 40 bytes.
 */
export class TextMatcher {
  readonly #root = new Int32Array(65_536);
  /** An open-addressing table of the transitions: node and character → node. */
  readonly #fromNodes: Int32Array;
  readonly #characters: Uint16Array;
  readonly #toNodes: Int32Array;
  readonly #tableMask: number;
  readonly #failure: Int32Array;
  /** Per node, the length of the longest pattern that ends there, and the rest of all of them. */
  readonly #matchLength: Uint16Array;
  readonly #matchRest: Int32Array;
  #nodes = 1;

  /** @param patterns - of at most 65,535 characters each */
  constructor(patterns: readonly TextPattern[]) {
    const maximumNodes = 1 + patterns.reduce((sum, { text }) => sum + text.length, 0);
    const tableSize = 2 ** Math.ceil(Math.log2(maximumNodes * 1.5 + 1));
    this.#tableMask = tableSize - 1;
    this.#fromNodes = new Int32Array(tableSize);
    this.#characters = new Uint16Array(tableSize);
    this.#toNodes = new Int32Array(tableSize);
    this.#failure = new Int32Array(maximumNodes);
    this.#matchLength = new Uint16Array(maximumNodes);
    this.#matchRest = new Int32Array(maximumNodes);
    const parents = new Int32Array(maximumNodes);
    const characters = new Uint16Array(maximumNodes);
    const depths = new Uint16Array(maximumNodes);
    for (const { text, rest } of patterns) {
      let node = 0;
      for (let index = 0; index < text.length; index += 1) {
        const character = text.charCodeAt(index);
        const next = this.#step(node, character) || this.#add(node, character);
        parents[next] = node;
        characters[next] = character;
        depths[next] = index + 1;
        node = next;
      }
      this.#matchLength[node] = text.length;
      this.#matchRest[node] = Math.max(this.#matchRest[node] ?? 0, rest);
    }
    for (const node of nodesByDepth(depths, this.#nodes))
      this.#link(node, parents[node] ?? 0, characters[node] ?? 0);
  }

  /** Replaces every occurrence; those that overlap or touch are replaced together. */
  replaceAll(text: string, replacement: string): string {
    let spans: [start: number, end: number][] | undefined;
    let node = 0;
    for (let index = 0; index < text.length; index += 1) {
      node = this.#next(node, text.charCodeAt(index));
      if (node === 0) continue;
      const length = this.#matchLength[node] ?? 0;
      if (length > 0) {
        spans ??= [];
        addSpan(spans, index + 1 - length, index + 1 + (this.#matchRest[node] ?? 0));
      }
    }
    return spans === undefined ? text : replaceSpans(text, spans, replacement);
  }

  /** Returns the node of the longest suffix of the read text that begins a pattern. */
  #next(from: number, character: number): number {
    for (let node = from; node !== 0; node = this.#failure[node] ?? 0) {
      const next = this.#step(node, character);
      if (next !== 0) return next;
    }
    return this.#root[character] ?? 0;
  }

  /** Returns the child of a node, or 0. */
  #step(node: number, character: number): number {
    if (node === 0) return this.#root[character] ?? 0;
    return this.#toNodes[this.#slotOf(node, character)] ?? 0;
  }

  #slotOf(node: number, character: number): number {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(character, 0x85ebca6b)) >>> 7;
    for (; ; slot += 1) {
      slot &= this.#tableMask;
      if (this.#toNodes[slot] === 0) return slot;
      if (this.#fromNodes[slot] === node && this.#characters[slot] === character) return slot;
    }
  }

  #add(node: number, character: number): number {
    const next = this.#nodes;
    this.#nodes += 1;
    if (node === 0) this.#root[character] = next;
    else {
      const slot = this.#slotOf(node, character);
      this.#fromNodes[slot] = node;
      this.#characters[slot] = character;
      this.#toNodes[slot] = next;
    }
    return next;
  }

  /** Sets the failure of a node, whose shorter nodes have theirs. */
  #link(node: number, parent: number, character: number): void {
    const failure = parent === 0 ? 0 : this.#next(this.#failure[parent] ?? 0, character);
    this.#failure[node] = failure;
    this.#matchRest[node] = Math.max(this.#matchRest[node] ?? 0, this.#matchRest[failure] ?? 0);
    if (this.#matchLength[node] === 0) this.#matchLength[node] = this.#matchLength[failure] ?? 0;
  }
}

/** Returns the nodes except the root, ordered by depth. */
function nodesByDepth(depths: Uint16Array, nodes: number): Int32Array {
  const firsts = new Int32Array(65_537);
  for (let node = 1; node < nodes; node += 1) {
    const depth = depths[node] ?? 0;
    firsts[depth + 1] = (firsts[depth + 1] ?? 0) + 1;
  }
  for (let depth = 1; depth < firsts.length; depth += 1)
    firsts[depth] = (firsts[depth] ?? 0) + (firsts[depth - 1] ?? 0);
  const ordered = new Int32Array(nodes - 1);
  for (let node = 1; node < nodes; node += 1) {
    const depth = depths[node] ?? 0;
    const position = firsts[depth] ?? 0;
    firsts[depth] = position + 1;
    ordered[position] = node;
  }
  return ordered;
}

/** Adds a span that ends after all earlier ones began, and merges it with those that it overlaps. */
function addSpan(spans: [start: number, end: number][], start: number, end: number): void {
  let [first, last] = [start, end];
  for (let previous = spans.at(-1); previous !== undefined && previous[1] >= first; previous = spans.at(-1)) {
    first = Math.min(first, previous[0]);
    last = Math.max(last, previous[1]);
    spans.pop();
  }
  spans.push([first, last]);
}

function replaceSpans(
  text: string,
  spans: readonly (readonly [start: number, end: number])[],
  replacement: string,
): string {
  let result = '';
  let position = 0;
  for (const [start, end] of spans) {
    result += text.slice(position, start) + replacement;
    position = end;
  }
  return result + text.slice(position);
}
