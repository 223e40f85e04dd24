/**
 * Returns the approximate length of a value as JSON text: the characters of all texts and keys, the bytes of binary
 * values, and one for every value. Stops counting above `limit` and returns a number greater than `limit`. Uses no
 * recursion, so a deeply nested value cannot overflow the stack.
 */
export function sizeOfJson(value: unknown, limit: number): number {
  const rest: unknown[] = [value];
  let size = 0;
  while (rest.length > 0 && size <= limit) {
    const next = rest.pop();
    size += 1;
    if (typeof next === 'string') size += next.length;
    else if (next instanceof Uint8Array) size += next.byteLength;
    else if (Array.isArray(next)) {
      if (next.length > limit) return next.length;
      for (const item of next) rest.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        size += key.length;
        rest.push(inner);
      }
    }
  }
  return size;
}
