import jwt from 'jsonwebtoken';
import type { SecretKey } from '../../../runtime/configuration.ts';
import { jwtAlgorithm, verifyJwt } from './verify-jwt.ts';

/** What a token is for: the beginning of its secret, and its audience. A token of another purpose is not accepted. */
export interface TokenPurpose {
  readonly name: string;
  readonly audience: string;
}

/** A row of an organization that a token identifies before the organization is known. */
export interface RecordReference {
  readonly organizationId: string;
  readonly recordId: string;
}

/** Signs a token for a row. The first key signs, all keys verify. */
export function signRecordToken(
  keys: readonly SecretKey[],
  purpose: TokenPurpose,
  { organizationId, recordId }: RecordReference,
  expiresAt: Date,
): string {
  const [current] = keys;
  if (current === undefined) throw new Error('JWT_KEYS: at least one key is required');
  return jwt.sign(
    { org: organizationId, exp: Math.floor(expiresAt.getTime() / 1000) },
    secretOf(purpose, current),
    { algorithm: jwtAlgorithm, audience: purpose.audience, jwtid: recordId, keyid: current.id },
  );
}

/** Returns `undefined` for a token that is forged, malformed, expired or of another purpose. */
export function readRecordToken(
  keys: readonly SecretKey[],
  purpose: TokenPurpose,
  token: string,
): RecordReference | undefined {
  const keyOf = (id: string | undefined) => {
    const key = keys.find((candidate) => candidate.id === id);
    return key === undefined ? undefined : secretOf(purpose, key);
  };
  const payload = verifyJwt(token, { keyOf, audience: purpose.audience });
  const organizationId: unknown = payload?.['org'];
  if (typeof organizationId !== 'string' || payload?.jti === undefined) return undefined;
  return { organizationId, recordId: payload.jti };
}

function secretOf({ name }: TokenPurpose, { secret }: SecretKey): string {
  return `${name}:${secret}`;
}
