import { nameLabel } from './answer-text.ts';
import type { Citation } from './turn-event.ts';

/**
 * Divides an answer of the mode `schema_only` at the citations that the server wrote with the names of their records.
 * Returns `undefined` if a citation has another text, because a filter changed the name: the name cannot be found then.
 */
export function splitCitations(
  answer: string,
  citations: readonly Citation[],
): readonly (string | Citation)[] | undefined {
  const parts: (string | Citation)[] = [];
  let position = 0;
  for (const { 0: number, 1: digits, index } of answer.matchAll(/\[(\d+)\]/g)) {
    const citation = citations.find((one) => one.index === Number(digits));
    if (citation === undefined) continue;
    const end = index + number.length;
    const text = answer.slice(position, end);
    const label = nameLabel(citation);
    if (!text.endsWith(label)) return undefined;
    parts.push(text.slice(0, -label.length), citation);
    position = end;
  }
  return [...parts, answer.slice(position)];
}
