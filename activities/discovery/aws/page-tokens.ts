/** A list that cannot be read to its end. Its cell is not complete. */
export class PagingError extends Error {
  override readonly name = 'PagingError';
}

/**
 * Returns a function that receives the token of each next page of a list, and throws when the tokens repeat. It compares each
 * token with one earlier token (Brent's algorithm), so that it also finds a cycle of several tokens, in constant memory.
 * @throws PagingError
 */
export function pageTokenCheck(operation: string): (token: string) => void {
  let earlier: string | undefined;
  let pages = 0;
  let replaceAt = 1;
  return (token) => {
    if (token === earlier) throw new PagingError(`${operation} returned the same page token twice`);
    pages += 1;
    if (pages < replaceAt) return;
    earlier = token;
    replaceAt *= 2;
  };
}
