import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretKey } from '../../runtime/configuration.ts';

/**
 * Signed double-submit CSRF tokens, bound to the session: `random.HMAC(session ‖ random)`.
 * Source: OWASP Cross-Site Request Forgery Prevention Cheat Sheet, "Signed Double-Submit Cookie".
 */
export interface CsrfTokens {
  issue(sessionId: string): string;
  /** Returns whether header and cookie hold the same token and it was issued for the session. */
  matches(header: string | undefined, cookie: string | undefined, sessionId: string): boolean;
}

const randomLength = 18;

export function createCsrfTokens(keys: readonly SecretKey[]): CsrfTokens {
  const secrets = keys.map(({ secret }) => `csrf:${secret}`);
  return {
    issue(sessionId) {
      const random = randomBytes(randomLength).toString('base64url');
      return `${random}.${sign(secrets[0] ?? '', sessionId, random)}`;
    },
    matches(header, cookie, sessionId) {
      if (header === undefined || cookie === undefined || !equal(header, cookie)) return false;
      const [random = '', signature = ''] = cookie.split('.');
      return secrets.some((secret) => equal(signature, sign(secret, sessionId, random)));
    },
  };
}

function sign(secret: string, sessionId: string, random: string): string {
  return createHmac('sha256', secret).update(`${sessionId}!${random}`).digest('base64url');
}

/** Compares in constant time for texts of equal length. */
function equal(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
