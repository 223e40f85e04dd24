import jwt from 'jsonwebtoken';
import type { SecretKey } from '../../runtime/configuration.ts';
import { jwtAlgorithm, verifyJwt } from '../http/access/verify-jwt.ts';
import { parseUntrusted } from '../http/request/parse-untrusted.ts';

/** Identifies a row of `scm_install_states`. */
export interface InstallState {
  readonly organizationId: string;
  readonly stateId: string;
}

const audience = 'cloud-inventory-install';

/** Signs a state for GitHub's redirect. The first key signs, all keys verify. */
export function signInstallState(keys: readonly SecretKey[], state: InstallState, expiresAt: Date): string {
  const [current] = keys;
  if (current === undefined) throw new Error('JWT_KEYS: at least one key is required');
  return jwt.sign(
    { org: state.organizationId, exp: Math.floor(expiresAt.getTime() / 1000) },
    secretOf(current),
    { algorithm: jwtAlgorithm, audience, jwtid: state.stateId, keyid: current.id },
  );
}

/** @throws CatalogueError `invalid_state` for a state that is forged, malformed or expired. */
export function readInstallState(keys: readonly SecretKey[], token: string): InstallState {
  const keyOf = (id: string | undefined) => {
    const key = keys.find((candidate) => candidate.id === id);
    return key === undefined ? undefined : secretOf(key);
  };
  return parseUntrusted('install_state', () => {
    const payload = verifyJwt(token, { keyOf, audience });
    const organizationId: unknown = payload?.['org'];
    if (typeof organizationId !== 'string' || payload?.jti === undefined) return undefined;
    return { organizationId, stateId: payload.jti };
  });
}

function secretOf({ secret }: SecretKey): string {
  return `install:${secret}`;
}
