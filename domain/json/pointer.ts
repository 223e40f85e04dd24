/** Returns a key as a token of a JSON Pointer. Source: RFC 6901, section 3. */
export function escapePointerToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the keys of a JSON Pointer. Source: RFC 6901, section 4. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
