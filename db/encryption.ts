import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from '../runtime/configuration.ts';

/** The location of a sealed value. It is the additional authenticated data, so a value opens only at its location. */
export interface SealedLocation {
  readonly organizationId: string;
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
}

/** Encrypts data keys, with local keys or a key management service. */
export interface KeyPort {
  /** The id of the current key, which `wrap` uses. */
  readonly keyId: string;
  wrap(dataKey: Buffer, context: Buffer): Promise<Buffer>;
  /** @throws Error when the key is unknown or the data key was wrapped for another context. */
  unwrap(keyId: string, wrapped: Buffer, context: Buffer): Promise<Buffer>;
}

/** Envelope encryption of stored secrets. A sealed value is `v1.<key id>.<wrapped data key>.<nonce ‖ ciphertext ‖ tag>`. */
export interface Encryption {
  seal(plain: string | Buffer, location: SealedLocation): Promise<string>;
  /** @throws Error when the value was modified, belongs to another location, or its key is unknown. */
  open(sealed: string, location: SealedLocation): Promise<Buffer>;
  /** Returns the value with its data key wrapped by the current key, or `null` if the current key already wraps it. */
  rewrap(sealed: string, location: SealedLocation): Promise<string | null>;
}

const version = 'v1';
const dataKeyBytes = 32;
/** NIST SP 800-38D: 96-bit nonces; the tag has 128 bits. */
const nonceBytes = 12;
const tagBytes = 16;

/** Returns envelope encryption with AES-256-GCM and a new data key for each value. */
export function createEncryption(port: KeyPort): Encryption {
  return {
    async seal(plain, location) {
      const context = contextOf(location);
      const dataKey = randomBytes(dataKeyBytes);
      const wrapped = await port.wrap(dataKey, context);
      return join(port.keyId, wrapped, encrypt(dataKey, Buffer.from(plain), context));
    },
    async open(sealed, location) {
      const context = contextOf(location);
      const { keyId, wrapped, content } = split(sealed);
      return decrypt(await port.unwrap(keyId, wrapped, context), content, context);
    },
    async rewrap(sealed, location) {
      const context = contextOf(location);
      const { keyId, wrapped, content } = split(sealed);
      if (keyId === port.keyId) return null;
      const dataKey = await port.unwrap(keyId, wrapped, context);
      return join(port.keyId, await port.wrap(dataKey, context), content);
    },
  };
}

/** Returns a port with the keys of ENCRYPTION_KEYS: the first one wraps, each can unwrap. */
export function createLocalKeys(keys: readonly SecretKey[]): KeyPort {
  const secrets = new Map(keys.map(({ id, secret }) => [id, Buffer.from(secret, 'base64')]));
  const [current] = keys;
  if (current === undefined) throw new Error('ENCRYPTION_KEYS must contain at least one key');
  const keyOf = (id: string): Buffer => {
    const key = secrets.get(id);
    if (key === undefined) throw new Error(`ENCRYPTION_KEYS does not contain the key ${id}`);
    return key;
  };
  return {
    keyId: current.id,
    wrap: async (dataKey, context) => encrypt(keyOf(current.id), dataKey, context),
    unwrap: async (keyId, wrapped, context) => decrypt(keyOf(keyId), wrapped, context),
  };
}

function contextOf({ organizationId, table, column, rowId }: SealedLocation): Buffer {
  return Buffer.from([organizationId, table, column, rowId].join('|'));
}

function encrypt(key: Buffer, plain: Buffer, context: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(context);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, content: Buffer, context: Buffer): Buffer {
  const nonce = content.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(context)
    .setAuthTag(content.subarray(-tagBytes));
  return Buffer.concat([decipher.update(content.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

function join(keyId: string, wrapped: Buffer, content: Buffer): string {
  return [version, keyId, wrapped.toString('base64url'), content.toString('base64url')].join('.');
}

function split(sealed: string): { keyId: string; wrapped: Buffer; content: Buffer } {
  const [given, keyId, wrapped, content] = sealed.split('.');
  if (given !== version || keyId === undefined || wrapped === undefined || content === undefined) {
    throw new Error('not a sealed value');
  }
  return { keyId, wrapped: Buffer.from(wrapped, 'base64url'), content: Buffer.from(content, 'base64url') };
}
