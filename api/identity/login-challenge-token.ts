import jwt from 'jsonwebtoken';
import type { SecretKey } from '../../runtime/configuration.ts';
import { jwtAlgorithm, verifyJwt } from '../http/access/verify-jwt.ts';
import { parseUntrusted } from '../http/request/parse-untrusted.ts';

const audience = 'cloud-inventory-second-factor';

/** Identifies a row of `login_challenges`. */
export interface LoginChallengeId {
  readonly organizationId: string;
  readonly challengeId: string;
}

/** Signs the token of a login that waits for a code. The first key signs, all keys verify. */
export function signLoginChallenge(
  keys: readonly SecretKey[],
  id: LoginChallengeId,
  expiresAt: Date,
): string {
  const [current] = keys;
  if (current === undefined) throw new Error('JWT_KEYS: at least one key is required');
  return jwt.sign(
    { org: id.organizationId, exp: Math.floor(expiresAt.getTime() / 1000) },
    secretOf(current),
    { algorithm: jwtAlgorithm, audience, jwtid: id.challengeId, keyid: current.id },
  );
}

/** @throws CatalogueError `invalid_token` for a token that is forged, malformed or expired. */
export function readLoginChallenge(keys: readonly SecretKey[], token: string): LoginChallengeId {
  const keyOf = (id: string | undefined) => {
    const key = keys.find((candidate) => candidate.id === id);
    return key === undefined ? undefined : secretOf(key);
  };
  return parseUntrusted('mfa_token', () => {
    const payload = verifyJwt(token, { keyOf, audience });
    const organizationId: unknown = payload?.['org'];
    if (typeof organizationId !== 'string' || payload?.jti === undefined) return undefined;
    return { organizationId, challengeId: payload.jti };
  });
}

function secretOf({ secret }: SecretKey): string {
  return `second-factor:${secret}`;
}
