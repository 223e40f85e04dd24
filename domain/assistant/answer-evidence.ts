import type { Json } from '../json/json.ts';
import { mergeFreshness } from './closing-sentences.ts';
import { addNumbers, statedNumbers } from './stated-numbers.ts';
import type { ToolFreshness, ToolResult } from './tool-response.ts';

/** The counts, the numbers and the freshness of the results of a turn. */
export class AnswerEvidence {
  readonly #counts = new Set<number>();
  readonly #numbers = new Set<number>();
  readonly #freshness: ToolFreshness[] = [];

  add({ rows, total, groups, summary, freshness }: ToolResult): void {
    if (total !== null) this.#counts.add(total);
    for (const { count } of groups ?? []) this.#counts.add(count);
    // The numbers of listed rows and groups can be stated, too.
    this.#numbers.add(rows.length);
    if (groups !== undefined) this.#numbers.add(groups.filter(({ key }) => key !== undefined).length);
    for (const value of Object.values(summary ?? {})) this.#addCounts(value);
    this.#freshness.push(freshness);
  }

  /** Adds the numbers of a response, of its arguments, or of the name of a cited record. They are confirmed, but no counts. */
  addNumbers(value: Json): void {
    addNumbers(value, this.#numbers);
  }

  /** Returns whether a text states a count that a tool returned. */
  isCountIn(text: string): boolean {
    return statedNumbers(text).some((number) => this.#counts.has(number));
  }

  /**
   * Returns the numbers of a text that no tool returned, each once. A number of the question or of an earlier answer is not
   * confirmed by its repetition.
   */
  unconfirmedNumbersIn(text: string): readonly number[] {
    const unconfirmed = statedNumbers(text).filter(
      (number) => !this.#counts.has(number) && !this.#numbers.has(number),
    );
    return [...new Set(unconfirmed)];
  }

  /** The freshness of all results together, or `undefined` without a result. */
  get freshness(): ToolFreshness | undefined {
    return mergeFreshness(this.#freshness);
  }

  #addCounts(value: Json): void {
    if (typeof value === 'number') this.#counts.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) this.#addCounts(inner as Json);
  }
}
