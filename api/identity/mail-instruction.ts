import { pagesUrl } from '../../runtime/pages-url.ts';
import type { Services } from '../services.ts';

const requestPaths = {
  'verify-email': '/auth/verify-email',
  'password-reset': '/auth/password-reset/confirm',
} as const;

/** Returns the line of a mail that tells how to use a token: the URL of the page, or the API request if there are no pages. */
export function instructionFor(
  { configuration }: Services,
  page: keyof typeof requestPaths,
  token: string,
  action: string,
): string {
  const pages = pagesUrl(configuration);
  return pages === undefined
    ? `${action} with POST ${configuration.publicUrl}/api/v1${requestPaths[page]} and the token ${token}`
    : `${action}: ${pages}/${page}/${token}`;
}
