import type { AssistantDataMode } from '../values.ts';
import type { Citation } from './turn-event.ts';
import { turnLimits } from './turn-limits.ts';

export interface PastTurn {
  readonly question: string;
  readonly answer: string;
  readonly dataMode: AssistantDataMode;
  /** The citations of the answer. */
  readonly citations: readonly Citation[];
}

/**
 * Returns the latest turns that a model receives as history, oldest first: at most 10 turns with 20,000 characters in
 * total. A turn is dropped as a whole.
 *
 * @param turns - oldest first
 */
export function cutHistory<T extends Pick<PastTurn, 'question' | 'answer'>>(
  turns: readonly T[],
): readonly T[] {
  let characters = 0;
  const latest = turns.slice(-turnLimits.historyTurns);
  const first = latest.findLastIndex(({ question, answer }) => {
    characters += question.length + answer.length;
    return characters > turnLimits.historyCharacters;
  });
  return latest.slice(first + 1);
}
