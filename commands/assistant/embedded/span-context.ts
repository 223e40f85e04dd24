import type { QuestionSpan } from './read-spans.ts';

/** Words without a meaning that are names of records behind their kind: `repository infra`. */
export const nameable = new Set(['infra', 'infrastructure', 'cloud', 'company', 'estate', 'aws', 'amazon']);
const wideWords = new Set(['all', 'every', 'any', 'all our', 'all the', 'all of the']);

/** What stands around a phrase of a question. */
export class SpanContext {
  readonly #spans: readonly QuestionSpan[];

  constructor(spans: readonly QuestionSpan[]) {
    this.#spans = spans;
  }

  /** The phrase at an index. */
  at(index: number): QuestionSpan | undefined {
    return this.#spans[index];
  }

  /** The last phrase before an index that is no filler. */
  before(index: number): QuestionSpan | undefined {
    for (let at = index - 1; at >= Math.max(0, index - 4); at -= 1) {
      const span = this.#spans[at];
      if (span?.kind !== 'filler') return span;
    }
    return undefined;
  }

  /** The text of the phrase before an index, in lower case. */
  wordBefore(index: number): string {
    return this.#spans[index - 1]?.text.toLowerCase() ?? '';
  }

  /** The index behind a noun, or behind `called` or `named` that follows it. */
  afterNamed(index: number): number {
    const text = this.#spans[index + 1]?.text.toLowerCase() ?? '';
    return ['called', 'named', 'titled'].includes(text) ? index + 2 : index + 1;
  }

  /** Whether a part of the sentence ends before an index. */
  isEnd(index: number): boolean {
    const next = this.#spans[index];
    return next === undefined || next.kind === 'joint' || next.kind === 'prep';
  }

  isNamedAt(index: number): boolean {
    const next = this.#spans[index];
    return next?.kind === 'word' && next.certain;
  }

  /** Whether a condition is what records have: `with dead letter queues`. */
  isHad(index: number): boolean {
    const before = this.before(index);
    const text = before?.text.toLowerCase() ?? '';
    return (
      ['with', 'without', 'have no', 'has no', 'no', 'having', 'with no'].includes(text) ||
      this.#spans
        .slice(Math.max(0, index - 2), index)
        .some((one) => /^(?:have|has|having|without|their|its)$/i.test(one.text))
    );
  }

  /** Whether `by` and a name follow: `not owned by X`. */
  isOwnerNamed(index: number): boolean {
    const [by, next] = [
      this.#spans[index + 1],
      this.#spans.slice(index + 2).find(({ kind }) => kind !== 'filler'),
    ];
    return by?.kind === 'prep' && by.word === 'by' && (next?.kind === 'word' || next?.kind === 'noun');
  }

  /** Whether a word without a meaning stands between an article and the noun of a kind: `in the infra repo`. */
  isTitleBefore(index: number): boolean {
    const [span, next] = [this.#spans[index], this.#spans[index + 1]];
    return (
      span !== undefined &&
      nameable.has(span.text.toLowerCase()) &&
      next?.kind === 'noun' &&
      !next.plural &&
      (next.noun === 'repository' || next.noun === 'project') &&
      !next.text.includes(' ') &&
      ['the', 'our'].includes(this.wordBefore(index))
    );
  }

  /** `all of our accounts`, `anywhere in our accounts` */
  isWideBefore(index: number): boolean {
    if (wideWords.has(this.wordBefore(index))) return true;
    const text = this.#spans
      .slice(Math.max(0, index - 3), index)
      .filter(({ kind }) => kind === 'filler' || kind === 'prep' || kind === 'cue')
      .map((span) => span.text.toLowerCase())
      .join(' ');
    return (
      /(?:\ball|\bevery|\bany|\beach|\b(?:in|across|of|over)) (?:of )?(?:our|the|my)$/.test(text) &&
      / our$| my$|\ball\b|\bany\b|\bevery\b/.test(` ${text}`)
    );
  }

  /** Whether only filler and `i` or `we` stand before a word that filler or a noun follows. */
  isOpening(index: number): boolean {
    const next = this.#spans[index + 1];
    return (
      (this.#spans[index]?.opensClause === true ||
        this.#spans[index - 1]?.opensClause === true ||
        this.#spans.slice(0, index).every(({ kind }) => kind === 'filler' || kind === 'joint')) &&
      (next?.kind === 'filler' || next?.kind === 'type' || next?.kind === 'noun' || next?.kind === 'cue')
    );
  }

  /** Whether the words before correct what was said: `not sandbox, I meant shop-staging`. */
  isCorrected(index: number): boolean {
    return this.#spans
      .slice(Math.max(0, index - 3), index)
      .some(({ text }) => /^(?:meant|mean|rather)$/i.test(text));
  }

  isAboutChanges(): boolean {
    return this.#spans.some(
      (span) =>
        (span.kind === 'cue' && ['change', 'create', 'delete', 'update', 'who'].includes(span.cue)) ||
        (span.kind === 'noun' && span.noun === 'revision'),
    );
  }

  /** Whether `do` stands before a verb. */
  hasAuxiliary(index: number): boolean {
    return this.#spans
      .slice(0, index)
      .some(({ kind, text }) => kind === 'filler' && /^(?:do|does|did)$/i.test(text.split(' ')[0] ?? ''));
  }

  /** How many phrases say what explains a change: `by one of our pipelines`, `by a plan, a run or a pull request`. */
  explainers(index: number): number {
    const by = this.#spans[index];
    if (by?.kind !== 'prep' || by.word !== 'by') return 0;
    let end = index;
    for (let at = index + 1; at < this.#spans.length; at += 1) {
      const span = this.#spans[at];
      const isExplainer =
        (span?.kind === 'noun' && ['execution', 'plan', 'pull_request', 'project'].includes(span.noun)) ||
        (span?.kind === 'cue' && span.cue === 'code');
      if (isExplainer) end = at;
      else if (span?.kind !== 'filler' && span?.kind !== 'joint') break;
    }
    return end - index === 0 ? 0 : end - index + 1;
  }
}
