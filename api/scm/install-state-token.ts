import jwt from 'jsonwebtoken';
import type { SecretKey } from '../../runtime/configuration.ts';

/** Identifies a row of `scm_install_states`. */
export interface InstallState {
  readonly organizationId: string;
  readonly stateId: string;
}

const algorithm = 'HS256';
const audience = 'cloud-inventory-install';

/** Signs a state for GitHub's redirect. The first key signs, all keys verify. */
export function signInstallState(keys: readonly SecretKey[], state: InstallState, expiresAt: Date): string {
  const [current] = keys;
  if (current === undefined) throw new Error('JWT_KEYS: at least one key is required');
  return jwt.sign(
    { org: state.organizationId, exp: Math.floor(expiresAt.getTime() / 1000) },
    `install:${current.secret}`,
    { algorithm, audience, jwtid: state.stateId, keyid: current.id },
  );
}

/** Returns the state, or `undefined` for one that is forged, malformed or expired. */
export function readInstallState(keys: readonly SecretKey[], token: string): InstallState | undefined {
  const keyId = jwt.decode(token, { complete: true })?.header.kid;
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return undefined;
  try {
    const payload = jwt.verify(token, `install:${key.secret}`, { algorithms: [algorithm], audience });
    if (typeof payload === 'string' || payload.jti === undefined) return undefined;
    const organizationId: unknown = payload['org'];
    return typeof organizationId === 'string' ? { organizationId, stateId: payload.jti } : undefined;
  } catch {
    return undefined;
  }
}
