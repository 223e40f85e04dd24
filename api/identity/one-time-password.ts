import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const issuer = 'Cloud Inventory';
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;
const recoveryCodes = 10;
const recoveryBytes = 10;
/** Codes of the period before and after the current one are accepted, for clocks that differ. */
const periodsBeside = 1;

export function newFactorSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** Returns what an authenticator app needs: the secret in base 32, its `otpauth:` URI, and the URI as a QR code. */
export function enrolmentOf(secret: Buffer, email: string): { secret: string; uri: string; qr: string } {
  const totp = totpOf(secret, email);
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr: renderSVG(uri) };
}

/** Returns the period of 30 seconds, counted from 1970, whose code is given; `undefined` for a wrong code. */
export function periodOfCode(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: code, timestamp: now, window: periodsBeside });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** Whether a text has the form of a code of an app; another one is a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** Returns new recovery codes, four groups of four characters in base 32 each, and their hashes. */
export function newRecoveryCodes(): readonly { readonly code: string; readonly hash: Buffer }[] {
  return Array.from({ length: recoveryCodes }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(recoveryBytes)).buffer }).base32;
    return { code: text.replaceAll(/(.{4})(?=.)/g, '$1-').toLowerCase(), hash: hashRecoveryCode(text) };
  });
}

/** Returns the SHA-256 of a recovery code, in any case and with any separators. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toUpperCase()).digest();
}

function totpOf(secret: Buffer, label: string): TOTP {
  return new TOTP({ issuer, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
}
