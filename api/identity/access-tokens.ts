import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isUuid } from '../../domain/is-uuid.ts';
import type { SecretKey } from '../../runtime/configuration.ts';
import { jwtAlgorithm, verifyJwt } from '../http/access/verify-jwt.ts';
import { parseUntrusted } from '../http/request/parse-untrusted.ts';

export interface AccessClaims {
  readonly sub: string;
  readonly sid: string;
  readonly org: string;
}

export interface AccessTokens {
  issue(claims: AccessClaims): { token: string; expiresAt: Date };
  /** @throws CatalogueError `invalid_token` for a malformed, forged or expired token. */
  verify(token: string): AccessClaims;
}

/** Maximum number of cached verification results. */
const cacheSize = 10_000;
const lifetimeSeconds = 15 * 60;
const issuer = 'cloud-inventory';
const audience = 'cloud-inventory-api';
/** The header type that distinguishes access tokens from other JWTs (RFC 9068, section 2.1). */
const type = 'at+jwt';

/** The first key signs; every key verifies, so that key rotation keeps sessions. */
export function createAccessTokens(keys: readonly SecretKey[]): AccessTokens {
  const [current] = keys;
  if (current === undefined) throw new Error('JWT_KEYS: at least one key is required');
  // As key objects: given a string, jsonwebtoken first tries to parse a public key, which is slow.
  const secrets = new Map(keys.map((key) => [key.id, createSecretKey(key.secret, 'utf8')]));
  const signing = createSecretKey(current.secret, 'utf8');
  // Only the signature check is cached; the session is loaded for every request.
  const verified = new Map<string, Verified>();
  return {
    issue(claims) {
      const expiresAt = new Date((Math.floor(Date.now() / 1000) + lifetimeSeconds) * 1000);
      const token = jwt.sign({ sid: claims.sid, org: claims.org }, signing, {
        algorithm: jwtAlgorithm,
        issuer,
        audience,
        subject: claims.sub,
        expiresIn: lifetimeSeconds,
        header: { alg: jwtAlgorithm, typ: type, kid: current.id },
      });
      return { token, expiresAt };
    },
    verify(token) {
      const cached = verified.get(token);
      if (cached !== undefined && cached.expiresAt > Date.now()) return cached.claims;
      const found = parseUntrusted('access_token', () => {
        const payload = verifyJwt(token, { keyOf: (id = '') => secrets.get(id), type, issuer, audience });
        return payload === undefined ? undefined : verifiedOf(payload);
      });
      if (verified.size >= cacheSize) verified.clear();
      verified.set(token, found);
      return found.claims;
    },
  };
}

interface Verified {
  readonly claims: AccessClaims;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

function verifiedOf({ sub, exp = 0, ...others }: jwt.JwtPayload): Verified | undefined {
  const { sid, org } = others as Record<string, unknown>;
  if (!isUuid(sub) || !isUuid(sid) || !isUuid(org)) return undefined;
  return { claims: { sub, sid, org }, expiresAt: exp * 1000 };
}
