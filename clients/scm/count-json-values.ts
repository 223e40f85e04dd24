const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');

/**
 * Returns an upper bound of the number of values of a JSON text: one more than its commas and opening brackets outside of
 * strings. Counts no further than `most`. `JSON.parse` needs up to 100 bytes of memory for a value of three characters.
 */
export function countJsonValues(json: Uint8Array, most: number): number {
  let count = 1;
  let inString = false;
  for (let at = 0; at < json.length && count <= most; at += 1) {
    const byte = json[at];
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === comma || byte === bracket || byte === brace) count += 1;
  }
  return count;
}
