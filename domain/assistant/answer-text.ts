import { LinkFilter } from './link-filter.ts';
import { MarkupFilter } from './markup-filter.ts';
import { ReferenceFilter } from './reference-filter.ts';
import type { Citation, TurnEvent } from './turn-event.ts';
import type { TurnReferences } from './turn-references.ts';
import { visibleText } from './visible-text.ts';

/** What a model writes for a reference. */
export type CitationLabel = (citation: Citation) => string;

/** Labels a citation `[n]`. */
export const numberLabel: CitationLabel = ({ index }) => `[${index}]`;

/** Labels a citation `name [n]`, for a model that does not receive names. */
export const nameLabel: CitationLabel = ({ index, name }) => `${name.replaceAll(/[[\]]/g, '')} [${index}]`;

/**
 * The text of an answer. Streamed text passes four filters in this order: invisible characters, references, HTML and
 * images, URLs. Each one sees the output of the previous ones, so that a removal cannot form what an earlier filter removes.
 */
export class AnswerText {
  readonly #references: TurnReferences;
  readonly #referenceFilter: ReferenceFilter;
  readonly #markup = new MarkupFilter();
  readonly #links = new LinkFilter();
  #maximum: number;
  readonly #citations = new Map<number, Citation>();
  #text = '';
  #isCut = false;
  /** The beginning of a citation number, such as `[1`. */
  #tail = '';
  /** First half of a surrogate pair that two chunks divide. */
  #half = '';

  /** @param maximum characters, in UTF-16 code units */
  constructor(references: TurnReferences, label: CitationLabel, maximum: number) {
    this.#references = references;
    this.#referenceFilter = new ReferenceFilter(references, label);
    this.#maximum = maximum;
  }

  get text(): string {
    return this.#text;
  }

  /** Whether the text exceeded the maximum. Further text is ignored. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** The citations of the text, by index. */
  get citations(): readonly Citation[] {
    return [...this.#citations.values()].toSorted((a, b) => a.index - b.index);
  }

  get droppedReferences(): number {
    return this.#referenceFilter.dropped;
  }

  get removedLinks(): number {
    return this.#markup.removed + this.#links.removed;
  }

  /** Returns the events of a chunk of the model's text: citations, each before the text that has its number. */
  push(chunk: string): readonly TurnEvent[] {
    const text = this.#half + chunk;
    this.#half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
    const whole = this.#half === '' ? text : text.slice(0, -1);
    return this.#filter(this.#referenceFilter.push(visibleText(whole)));
  }

  /** Returns the events of the held text. Called when a call of the model ends. */
  flush(): readonly TurnEvent[] {
    this.#half = '';
    const events = this.#filter(this.#referenceFilter.end());
    const rest = this.#links.push(this.#markup.end()) + this.#links.end();
    return [...events, ...this.#write(rest), ...this.#write('', true)];
  }

  /** Appends a paragraph that the server writes, beyond the maximum. Names in it pass the filters of references and links. */
  append(paragraph: string): readonly TurnEvent[] {
    const events = this.flush();
    this.#isCut = false;
    this.#maximum = Number.POSITIVE_INFINITY;
    const separator = this.#text === '' || this.#text.endsWith('\n\n') ? '' : '\n\n';
    return [...events, ...this.push(separator + paragraph), ...this.flush()];
  }

  #filter(text: string): readonly TurnEvent[] {
    return this.#write(this.#links.push(this.#markup.push(text)));
  }

  #write(text: string, isEnd = false): readonly TurnEvent[] {
    if (this.#isCut) return [];
    const pending = this.#tail + text;
    this.#tail = isEnd ? '' : (/\[\d{0,5}$/.exec(pending)?.[0] ?? '');
    const whole = pending.slice(0, pending.length - this.#tail.length);
    this.#isCut = this.#text.length + whole.length > this.#maximum;
    const kept = this.#isCut ? cutAnswer(whole.slice(0, this.#maximum - this.#text.length)) : whole;
    if (kept === '') return [];
    this.#text += kept;
    return [...this.#cite(kept), { type: 'text.delta', data: { text: kept } }];
  }

  /** Returns an event for each citation whose number the text has for the first time. */
  #cite(text: string): readonly TurnEvent[] {
    return [...text.matchAll(/\[(\d+)\]/g)].flatMap(([, digits]): readonly TurnEvent[] => {
      const citation = this.#references.citationOf(Number(digits));
      if (citation === undefined || this.#citations.has(citation.index)) return [];
      this.#citations.set(citation.index, citation);
      return [{ type: 'citation', data: citation }];
    });
  }
}

/** Removes half of a surrogate pair and the beginning of a citation number. */
function cutAnswer(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '').replace(/\[\d{0,5}$/, '');
}
