import type { SecretMarker } from '../../secrets/redact-secrets.ts';

/** Replaces a secret, or a part of a text that is one. Terraform prints the same text. */
export const sensitiveMark = '(sensitive)';
/** Replaces a value that the plan does not know. Terraform prints the same text. */
export const unknownMark = '(known after apply)';

export function isMark(text: string): boolean {
  return text === sensitiveMark || text === unknownMark;
}

/** Marks the secrets that discovery's rules find in a plan. */
export const planMarker: SecretMarker = {
  mark: (secret) => (secret === unknownMark ? unknownMark : sensitiveMark),
  beginsWithMark: (text) => text.startsWith(sensitiveMark) || text.startsWith(unknownMark),
};
