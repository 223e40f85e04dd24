import { isAllowedHost } from './address-policy.ts';
import type { AllowedNetworks } from './address-policy.ts';

const maximumCharacters = 2000;

/**
 * Normalises the address of a GitLab instance: origin and path, without a trailing slash. Returns `undefined` for an
 * address that is not permitted: not https, with credentials, query or fragment, or with a host that is not public.
 */
export function parseBaseUrl(text: string, allowed: AllowedNetworks): string | undefined {
  if (text.length > maximumCharacters || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  // `search` and `hash` are empty for a lone `?` or `#`.
  if (/[?#\\]/.test(text) || !isAllowedHost(url.hostname, allowed)) return undefined;
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  const normalized = `${url.origin}${path}`;
  // Escaping makes a character of the path up to nine characters long.
  return normalized.length > maximumCharacters ? undefined : normalized;
}
