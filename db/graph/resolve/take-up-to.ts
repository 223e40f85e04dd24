/** Returns the first ids whose counts together are at most `most`, and at least one. */
export function takeUpTo(
  most: number,
  ids: readonly string[],
  counts: ReadonlyMap<string, number>,
): readonly string[] {
  let sum = 0;
  return ids.filter((id, index) => {
    sum += counts.get(id) ?? 0;
    return index === 0 || sum <= most;
  });
}
