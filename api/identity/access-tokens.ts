import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { errors } from '../../domain/errors.ts';
import type { SecretKey } from '../../runtime/configuration.ts';

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
const algorithm = 'HS256';
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
  const verified = new Map<string, { claims: AccessClaims; expiresAt: number }>();
  return {
    issue(claims) {
      const expiresAt = new Date((Math.floor(Date.now() / 1000) + lifetimeSeconds) * 1000);
      const token = jwt.sign({ sid: claims.sid, org: claims.org }, signing, {
        algorithm,
        issuer,
        audience,
        subject: claims.sub,
        expiresIn: lifetimeSeconds,
        header: { alg: algorithm, typ: type, kid: current.id },
      });
      return { token, expiresAt };
    },
    verify(token) {
      const cached = verified.get(token);
      if (cached !== undefined && cached.expiresAt > Date.now()) return cached.claims;
      const header = jwt.decode(token, { complete: true })?.header;
      const secret = header?.typ === type ? secrets.get(header.kid ?? '') : undefined;
      if (secret === undefined) throw errors.invalidToken();
      try {
        const payload = jwt.verify(token, secret, { algorithms: [algorithm], issuer, audience });
        const claims = claimsOf(payload);
        if (verified.size >= cacheSize) verified.clear();
        verified.set(token, { claims, expiresAt: expiryOf(payload) });
        return claims;
      } catch {
        throw errors.invalidToken();
      }
    },
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function claimsOf(payload: string | jwt.JwtPayload): AccessClaims {
  if (typeof payload === 'string') throw errors.invalidToken();
  const { sub, sid, org } = payload as Record<string, unknown>;
  if (!isUuid(sub) || !isUuid(sid) || !isUuid(org)) throw errors.invalidToken();
  return { sub, sid, org };
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

function expiryOf(payload: string | jwt.JwtPayload): number {
  return typeof payload === 'string' ? 0 : (payload.exp ?? 0) * 1000;
}
