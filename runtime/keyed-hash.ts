import { createHmac } from 'node:crypto';
import type { KeyedHash } from '../domain/secrets/redact-secrets.ts';

/** Returns HMAC-SHA-256 with an organization's key: equal secrets have equal hashes only within the organization. */
export function keyedHash(key: string | Uint8Array): KeyedHash {
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
