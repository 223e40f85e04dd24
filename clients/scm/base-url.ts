import { isAllowedHost } from './address-policy.ts';
import type { AllowedNetworks } from './address-policy.ts';

const maximumCharacters = 2000;

/**
 * Normalises the address of a GitLab instance: origin and path, without a trailing slash. Returns `undefined` for an
 * address that is not permitted, see {@link baseUrlFault}.
 */
export function parseBaseUrl(text: string, allowed: AllowedNetworks): string | undefined {
  return baseUrlFault(text, allowed) === undefined ? normalize(new URL(text)) : undefined;
}

/** Returns why the address of a GitLab instance is not permitted. */
export function baseUrlFault(text: string, allowed: AllowedNetworks): string | undefined {
  if (text.length > maximumCharacters || !URL.canParse(text))
    return `must be a URL of at most ${maximumCharacters} characters`;
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user or a password';
  // `search` and `hash` are empty for a lone `?` or `#`.
  if (/[?#\\]/.test(text)) return 'must not contain ?, # or a backslash';
  if (!isAllowedHost(url.hostname, allowed))
    return 'has a host that is not public, and no network that the operator allows contains it';
  // Escaping makes a character of the path up to nine characters long.
  return normalize(url).length > maximumCharacters
    ? `must have at most ${maximumCharacters} characters when its path is escaped`
    : undefined;
}

function normalize(url: URL): string {
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return `${url.origin}${path}`;
}
