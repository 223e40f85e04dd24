import type { Configuration } from './configuration.ts';

/**
 * Returns the origin with the pages for people, which mails and links lead to: the web application of `WEB_ORIGIN`, else the
 * console of this installation; undefined if the console is off.
 */
export function pagesUrl({
  webOrigin,
  publicUrl,
  console: hasConsole,
}: Pick<Configuration, 'webOrigin' | 'publicUrl' | 'console'>): string | undefined {
  return webOrigin ?? (hasConsole ? publicUrl : undefined);
}
