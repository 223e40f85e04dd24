import type { Services } from '../services.ts';

const requestPaths = {
  'verify-email': '/auth/verify-email',
  'password-reset': '/auth/password-reset/confirm',
} as const;

/**
 * Returns the line of a mail that tells how to use a token: the URL of the web application's page, or the API request if no
 * web origin is configured.
 */
export function instructionFor(
  { configuration: { webOrigin, publicUrl } }: Services,
  page: keyof typeof requestPaths,
  token: string,
  action: string,
): string {
  return webOrigin === undefined
    ? `${action} with POST ${publicUrl}/api/v1${requestPaths[page]} and the token ${token}`
    : `${action}: ${webOrigin}/${page}/${token}`;
}
