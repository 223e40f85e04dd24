import { mergeFreshness, statesNumber } from './closing-sentences.ts';
import type { Json } from '../json.ts';
import type { ToolFreshness, ToolResult } from './tool-response.ts';

/** The counts and the freshness of the results of a turn. */
export class AnswerEvidence {
  readonly #numbers = new Set<number>();
  readonly #freshness: ToolFreshness[] = [];

  add({ total, groups, summary, freshness }: ToolResult): void {
    if (total !== null) this.#numbers.add(total);
    for (const { count } of groups ?? []) this.#numbers.add(count);
    for (const value of Object.values(summary ?? {})) this.#addNumbers(value);
    this.#freshness.push(freshness);
  }

  /** Returns whether a text states a count that a tool returned. */
  isCountIn(text: string): boolean {
    return statesNumber(text, this.#numbers);
  }

  /** The freshness of all results together, or `undefined` without a result. */
  get freshness(): ToolFreshness | undefined {
    return mergeFreshness(this.#freshness);
  }

  #addNumbers(value: Json): void {
    if (typeof value === 'number') this.#numbers.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) this.#addNumbers(inner as Json);
  }
}
