import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A refresh token: `version ‖ session id ‖ counter ‖ HMAC-SHA256 (128 bits) ‖ CRC32`, signed with the key of the
 * session. No part of a token is stored. Source: supabase/auth, internal/crypto/refresh_tokens.go.
 */
export interface RefreshToken {
  readonly sessionId: string;
  readonly counter: number;
  readonly signature: Buffer;
}

const version = 1;
const idEnd = 17;
const counterEnd = 21;
const signatureEnd = 37;
const length = 41;

export function writeRefreshToken(key: Buffer, sessionId: string, counter: number): string {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(version, 0);
  bytes.write(sessionId.replaceAll('-', ''), 1, 'hex');
  bytes.writeUInt32BE(counter, idEnd);
  sign(key, bytes).copy(bytes, counterEnd);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, signatureEnd)), signatureEnd);
  return bytes.toString('base64url');
}

/** Parses a refresh token; returns `undefined` for malformed text, which is rejected without a query. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const wellFormed =
    bytes.length === length &&
    bytes.toString('base64url') === text &&
    bytes.readUInt8(0) === version &&
    bytes.readUInt32BE(signatureEnd) === crc32(bytes.subarray(0, signatureEnd));
  if (!wellFormed) return undefined;
  const hex = bytes.toString('hex', 1, idEnd);
  return {
    sessionId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
      '-',
    ),
    counter: bytes.readUInt32BE(idEnd),
    signature: bytes.subarray(counterEnd, signatureEnd),
  };
}

/** Returns whether the token was signed with the key. */
export function isSignatureValid(key: Buffer, token: RefreshToken): boolean {
  const bytes = Buffer.alloc(counterEnd);
  bytes.writeUInt8(version, 0);
  bytes.write(token.sessionId.replaceAll('-', ''), 1, 'hex');
  bytes.writeUInt32BE(token.counter, idEnd);
  return timingSafeEqual(sign(key, bytes), token.signature);
}

function sign(key: Buffer, bytes: Buffer): Buffer {
  return createHmac('sha256', key).update(bytes.subarray(0, counterEnd)).digest().subarray(0, 16);
}
