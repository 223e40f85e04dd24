import { createHash, randomBytes } from 'node:crypto';

/** Creates a token of 256 random bits for an invitation or a mail; only its hash is stored. */
export function createOneTimeToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOneTimeToken(token) };
}

/** Returns the SHA-256 of a token. */
export function hashOneTimeToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
