import type { Matcher } from './edge-rule.ts';

/**
 * Returns a URL without its user name, password, parameters, query and fragment, which can contain secrets. Returns a text
 * without `://` unchanged. Takes linear time.
 *
 * @param matcher a text of `dns` or `url` can also be a host without a scheme
 */
export function withoutCredentials(text: string, matcher: Matcher): string {
  const scheme = text.indexOf('://');
  if (scheme < 0 && matcher !== 'dns' && matcher !== 'url') return text;
  const start = scheme < 0 ? 0 : scheme + 3;
  let end = start;
  while (end < text.length && !'?#;'.includes(text.charAt(end))) end += 1;
  const slash = text.indexOf('/', start);
  const at = text.lastIndexOf('@', slash < 0 ? end : Math.min(slash, end));
  return text.slice(0, start) + text.slice(Math.max(start, at + 1), end);
}
