import { markCredentialPatterns, redactByNameAndPattern } from '../../secrets/redact-secrets.ts';
import type { SecretMarker } from '../../secrets/redact-secrets.ts';
import { isMark } from './plan-marks.ts';
import { prepareTexts, readablePart } from './prepare-texts.ts';

/**
 * Calls `receive` with the secrets within a sensitive text that the rules of discovery find: the password of a connection
 * string, and the values of secret keys in JSON, for example in `secret_string` of `aws_secretsmanager_secret_version`.
 * Other attributes can contain the password alone.
 */
export function eachInnerSecret(text: string, receive: (secret: string) => void): void {
  const collector: SecretMarker = {
    mark: (secret) => {
      receive(secret);
      return secret;
    },
    beginsWithMark: isMark,
  };
  markCredentialPatterns(readablePart(text), collector);
  prepareTexts(text, (value) => redactByNameAndPattern(value, collector));
}
