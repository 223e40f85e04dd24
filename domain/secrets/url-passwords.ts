/** The text between `:` and the last `@` of the user information of a URL. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
}

const longest = 2_048;
const boundary = /[\s"'`<>\\^|]/;

/**
 * Returns the spans of passwords in URLs: `postgres://app:p@ss/word@db:5432/app`. A password with an unescaped `@`, `/`, `?` or
 * `#` reaches to the last `@` before the URL ends, because the part before it cannot be a host and port. A long random user
 * without password is a token.
 */
export function urlPasswords(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let scheme = text.indexOf('://'); scheme >= 0;) {
    const next = text.indexOf('://', scheme + 3);
    const start = scheme + 3;
    const span = passwordAt(text, start, urlEnd(text, start, next), isWeb(text, scheme));
    if (span !== undefined) spans.push(span);
    scheme = next;
  }
  return spans;
}

/** Another URL, for example after a comma, ends this one before its scheme. */
function urlEnd(text: string, start: number, next: number): number {
  const limit = Math.min(text.length, start + longest, next < 0 ? Infinity : next);
  for (let index = start; index < limit; index += 1) if (boundary.test(text.charAt(index))) return index;
  return limit;
}

function isWeb(text: string, scheme: number): boolean {
  return /https?$/i.test(text.slice(Math.max(0, scheme - 5), scheme));
}

function passwordAt(text: string, start: number, end: number, isWebAddress: boolean): SecretSpan | undefined {
  const url = text.slice(start, end);
  const colon = url.indexOf(':');
  const firstAt = url.indexOf('@');
  if (firstAt < 0) return undefined;
  if (colon < 0 || colon > firstAt) return tokenBefore(url, firstAt, start);
  if (/[/?#]/.test(url.slice(0, colon))) return undefined;
  const delimiter = url.search(/[/?#]/);
  const isAfterPath = delimiter >= 0 && delimiter < firstAt;
  // `https://host:8080/users/@me`: a port, and an @ of the path.
  if (isAfterPath && isWebAddress && /^\d{1,5}$/.test(url.slice(colon + 1, delimiter))) return undefined;
  const last = lastAt(url, firstAt, isAfterPath);
  return last === colon + 1 ? undefined : { start: start + colon + 1, end: start + last };
}

/** The last `@` that a host follows; one of the path or query is none, unless the password has such characters. */
function lastAt(url: string, firstAt: number, isAfterPath: boolean): number {
  const path = url.slice(firstAt).search(/[/?#]/);
  const within = isAfterPath || path < 0 ? url : url.slice(0, firstAt + path);
  const last = within.lastIndexOf('@');
  // `p@x/y@db:5432/app`: the part after the first @ is no host when another @ follows with a host and port.
  const later = url.lastIndexOf('@');
  return later > last && /^@[\w.-]+:\d{1,5}(?:[/?#]|$)/.test(url.slice(later)) ? later : last;
}

function tokenBefore(url: string, at: number, start: number): SecretSpan | undefined {
  const user = url.slice(0, at);
  const isToken =
    /^[\w+=~.-]{20,}$/.test(user) && /\d/.test(user) && /[a-z]/i.test(user) && !user.includes('.');
  return isToken ? { start, end: start + at } : undefined;
}
