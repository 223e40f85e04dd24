import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { SecretKey } from './configuration.ts';

/** The public half of a key of AUDIT_SIGNING_KEYS. */
export interface AuditKey {
  readonly id: string;
  /** SubjectPublicKeyInfo in PEM. */
  readonly publicKey: string;
}

/** PKCS #8 (RFC 8410) of an Ed25519 key is this prefix and the 32 bytes of the key. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the public keys of an installation. The first one belongs to the key that signs. */
export function auditKeysOf(keys: readonly SecretKey[]): readonly AuditKey[] {
  return keys.map(({ id, secret }) => ({
    id,
    publicKey: createPublicKey(privateKey(secret)).export({ type: 'spki', format: 'pem' }).toString(),
  }));
}

/**
 * Returns the JSON text of a record with the members `key` and `signature`: the Ed25519 signature, in base64, of the UTF-8 bytes of
 * the text without `,"signature":"…"`. Without keys, both are null.
 */
export function signedLine(keys: readonly SecretKey[], record: object): string {
  const [key] = keys;
  const text = JSON.stringify({ ...record, key: key?.id ?? null });
  const signature = key && sign(null, Buffer.from(text), privateKey(key.secret)).toString('base64');
  return `${text.slice(0, -1)},"signature":${JSON.stringify(signature ?? null)}}`;
}

function privateKey(secret: string): KeyObject {
  const bytes = Buffer.concat([privateKeyPrefix, Buffer.from(secret, 'base64')]);
  return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
}
