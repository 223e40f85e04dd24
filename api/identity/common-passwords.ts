import { dictionary } from '@zxcvbn-ts/language-common';
import { isGuessablePassword } from '../../domain/identity/guessable-password.ts';

/** 49,233 common passwords in lower case. Source: the list of zxcvbn-ts, from published leaks. */
const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map((password) => password.toLowerCase()),
);

/** Whether a password is common, in any case, or composed of common passwords. */
export function isCommonPassword(password: string): boolean {
  return isGuessablePassword(password, commonPasswords);
}
