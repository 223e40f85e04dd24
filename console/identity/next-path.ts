/**
 * Returns where to go after the sign-in: the path of `next` if it is on this origin, else `/`. The text is parsed first:
 * `//evil.example`, `/\evil.example` and `https:evil.example` name other hosts to a browser.
 */
export function nextPath(next: string | undefined, origin: string): string {
  if (next === undefined || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  const isPage =
    url.origin === origin &&
    !url.pathname.startsWith('//') &&
    !/^\/(?:api|sign-in)(?:\/|$)/.test(url.pathname);
  return isPage ? `${url.pathname}${url.search}` : '/';
}
