/** Longer texts are neither ARNs nor actions. Source: IAM user guide, quotas (an ARN has at most 2,048 characters). */
export const maximumPatternLength = 2048;

/** Stand for the wildcards of a pattern that another pattern is compared with. */
const anyText = '\u0000';
const anyCharacter = '\u0001';

/**
 * Returns whether a text matches a pattern of a policy: `*` is any text, `?` one character. The parts between the wildcards are
 * searched one after the other without going back, so that a hostile pattern cannot make the search exponential.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return remainderOf(pattern, text) === 'match';
}

/** Returns whether every text that matches `other` also matches `pattern`. */
export function coversPattern(pattern: string, other: string): boolean {
  return matchesPattern(pattern, other.replaceAll('*', anyText).replaceAll('?', anyCharacter));
}

/**
 * Returns whether a text can match both patterns. Compares only the parts before the first and after the last wildcards, so it can
 * be true although none does, but it is never false when one does.
 */
export function mayOverlap(one: string, other: string): boolean {
  if (!hasWildcard(one)) return matchesPattern(other, one);
  if (!hasWildcard(other)) return matchesPattern(one, other);
  const [startOfOne, endOfOne] = literalEnds(one);
  const [startOfOther, endOfOther] = literalEnds(other);
  return (
    (startOfOne.startsWith(startOfOther) || startOfOther.startsWith(startOfOne)) &&
    (endOfOne.endsWith(endOfOther) || endOfOther.endsWith(endOfOne))
  );
}

/** Returns whether a pattern can match texts that begin with `prefix`. */
export function mayExtend(pattern: string, prefix: string): boolean {
  return remainderOf(pattern, prefix) !== 'none';
}

export function hasWildcard(pattern: string): boolean {
  return pattern.includes('*') || pattern.includes('?');
}

/** `open`: the text does not match, but a longer text that begins with it can. */
function remainderOf(pattern: string, text: string): 'match' | 'open' | 'none' {
  if (pattern.length > maximumPatternLength || text.length > maximumPatternLength + 2) return 'none';
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) {
    if (head.length === text.length) return partMatches(head, text, 0) ? 'match' : 'none';
    return head.length > text.length && partMatches(head.slice(0, text.length), text, 0) ? 'open' : 'none';
  }
  if (head.length > text.length) return partMatches(head.slice(0, text.length), text, 0) ? 'open' : 'none';
  if (!partMatches(head, text, 0)) return 'none';
  // After a wildcard, any text can follow.
  let at = head.length;
  for (const part of rest) {
    const found = findPart(part, text, at);
    if (found === -1) return 'open';
    at = found + part.length;
  }
  const start = text.length - tail.length;
  return start >= at && partMatches(tail, text, start) ? 'match' : 'open';
}

function findPart(part: string, text: string, from: number): number {
  if (!part.includes('?') && !text.includes(anyCharacter)) return text.indexOf(part, from);
  for (let at = from; at + part.length <= text.length; at += 1) if (partMatches(part, text, at)) return at;
  return -1;
}

function partMatches(part: string, text: string, at: number): boolean {
  if (at + part.length > text.length) return false;
  if (!part.includes('?')) return text.startsWith(part, at);
  for (let index = 0; index < part.length; index += 1) {
    const character = text[at + index];
    if (part[index] === '?' ? character === anyText : part[index] !== character) return false;
  }
  return true;
}

function literalEnds(pattern: string): readonly [start: string, end: string] {
  const start = pattern.search(/[*?]/);
  const end = Math.max(pattern.lastIndexOf('*'), pattern.lastIndexOf('?'));
  return [pattern.slice(0, start), pattern.slice(end + 1)];
}
