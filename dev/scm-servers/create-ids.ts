/** Returns a function that returns consecutive ids. */
export function createIds(first: number): () => number {
  let last = first - 1;
  return () => (last += 1);
}
