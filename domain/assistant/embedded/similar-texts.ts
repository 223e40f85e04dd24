/** Longer texts are not compared, which bounds the time of one comparison. */
const longestText = 40;

/**
 * Returns the texts that a misspelled one may stand for, best first: by edits (insertions, deletions, substitutions and swaps of
 * neighbours), by a common beginning, and by common groups of three letters.
 */
export function similarTexts(text: string, candidates: Iterable<string>, maximum = 3): readonly string[] {
  const written = text.toLowerCase();
  if (written.length < 3 || written.length > longestText) return [];
  const scored = new Map<string, number>();
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const score = similarity(written, other);
    if (score > 0 && !seen.has(other)) scored.set(candidate, score);
    seen.add(other);
  }
  return [...scored]
    .toSorted(([one, left], [other, right]) => right - left || (one < other ? -1 : 1))
    .slice(0, maximum)
    .map(([candidate]) => candidate);
}

/** 0 when the texts are not similar, else up to 1. */
function similarity(written: string, other: string): number {
  if (other.length > longestText || other.length < 3) return 0;
  const allowed = Math.max(1, Math.floor(written.length / 5));
  const edits =
    Math.abs(written.length - other.length) > allowed ? Infinity : editDistance(written, other, allowed);
  if (edits <= allowed) return 1 - edits / (written.length + 1);
  if (
    written.length >= 4 &&
    (other.startsWith(written) || (written.startsWith(other) && other.length * 4 >= written.length * 3))
  )
    return 0.6;
  const common = commonTrigrams(written, other);
  return common >= 0.65 ? common * 0.6 : 0;
}

/** Returns the number of edits between two texts, or a larger number than `limit`. */
export function editDistance(one: string, other: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > limit) return limit + 1;
    before = last;
    last = next;
  }
  return last[other.length] ?? limit + 1;
}

function commonTrigrams(one: string, other: string): number {
  const [left, right] = [trigrams(one), trigrams(other)];
  const common = [...left].filter((part) => right.has(part)).length;
  return (2 * common) / (left.size + right.size);
}

function trigrams(text: string): ReadonlySet<string> {
  const padded = ` ${text} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}
