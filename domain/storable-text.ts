/** Replaces NUL and lone surrogates by U+FFFD, because Postgres stores neither. */
export function storableText(text: string): string {
  // With the u flag, \p{Surrogate} matches only lone surrogates.
  return text.replaceAll('\0', '\uFFFD').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** Returns at most `most` UTF-16 code units of a text, with an ellipsis in place of the rest. Keeps surrogate pairs whole. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}\u2026`;
}
