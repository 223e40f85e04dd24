import { createHash, randomBytes } from 'node:crypto';

/** Creates an invitation token of 256 random bits; only its hash is stored. */
export function createInvitationToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashInvitationToken(token) };
}

export function hashInvitationToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
