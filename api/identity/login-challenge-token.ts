import type { SecretKey } from '../../runtime/configuration.ts';
import { readRecordToken, signRecordToken } from '../http/access/record-token.ts';
import { parseUntrusted } from '../http/request/parse-untrusted.ts';

/** Identifies a row of `login_challenges`. */
export interface LoginChallengeId {
  readonly organizationId: string;
  readonly challengeId: string;
}

const purpose = { name: 'second-factor', audience: 'cloud-inventory-second-factor' };

/** Signs the token of a login that waits for a code. */
export function signLoginChallenge(
  keys: readonly SecretKey[],
  id: LoginChallengeId,
  expiresAt: Date,
): string {
  const { organizationId, challengeId: recordId } = id;
  return signRecordToken(keys, purpose, { organizationId, recordId }, expiresAt);
}

/** @throws CatalogueError `invalid_token` for a token that is forged, malformed or expired. */
export function readLoginChallenge(keys: readonly SecretKey[], token: string): LoginChallengeId {
  const { organizationId, recordId } = parseUntrusted('mfa_token', () =>
    readRecordToken(keys, purpose, token),
  );
  return { organizationId, challengeId: recordId };
}
