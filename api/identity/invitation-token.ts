import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; only the hash is kept. */
export function mintInvitationToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashInvitationToken(token) };
}

export function hashInvitationToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
