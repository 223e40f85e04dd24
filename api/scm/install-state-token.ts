import type { SecretKey } from '../../runtime/configuration.ts';
import { readRecordToken, signRecordToken } from '../http/access/record-token.ts';
import { parseUntrusted } from '../http/request/parse-untrusted.ts';

/** Identifies a row of `scm_install_states`. */
export interface InstallState {
  readonly organizationId: string;
  readonly stateId: string;
}

const purpose = { name: 'install', audience: 'cloud-inventory-install' };

/** Signs a state for GitHub's redirect. */
export function signInstallState(keys: readonly SecretKey[], state: InstallState, expiresAt: Date): string {
  const { organizationId, stateId: recordId } = state;
  return signRecordToken(keys, purpose, { organizationId, recordId }, expiresAt);
}

/** @throws CatalogueError `invalid_state` for a state that is forged, malformed or expired. */
export function readInstallState(keys: readonly SecretKey[], token: string): InstallState {
  const { organizationId, recordId } = parseUntrusted('install_state', () =>
    readRecordToken(keys, purpose, token),
  );
  return { organizationId, stateId: recordId };
}
