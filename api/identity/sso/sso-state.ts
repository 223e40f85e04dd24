import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { LoginSecrets } from '../../../clients/sso/sso-client.ts';
import type { SecretKey } from '../../../runtime/configuration.ts';
import { readCookie } from '../../http/access/credential.ts';
import { readRecordToken, signRecordToken } from '../../http/access/record-token.ts';
import type { RecordReference } from '../../http/access/record-token.ts';
import { tryParse } from '../../http/request/parse-untrusted.ts';

const purpose = { name: 'sso-state', audience: 'cloud-inventory-sso' };
const path = '/api/v1/auth/sso/callback';
const secretBytes = 32;

/** Returns the secret of a login, which only the browser that begins it has, and its SHA-256. */
export function createBrowserSecret(): { readonly secret: string; readonly browserHash: Buffer } {
  const secret = randomBytes(secretBytes).toString('base64url');
  return { secret, browserHash: hashBrowserSecret(secret) };
}

export function hashBrowserSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Returns what connects the answer of the provider with the browser. No part of it is stored. */
export function loginSecretsOf(secret: string, state: string): LoginSecrets {
  const derive = (name: string) => createHmac('sha256', secret).update(name).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
}

/** Signs the `state` that names a row of `sso_transactions`. */
export function signSsoState(
  keys: readonly SecretKey[],
  reference: RecordReference,
  expiresAt: Date,
): string {
  return signRecordToken(keys, purpose, reference, expiresAt);
}

/** Returns `undefined` for a state that is forged, malformed or expired. */
export function readSsoState(keys: readonly SecretKey[], state: string): RecordReference | undefined {
  return tryParse(() => readRecordToken(keys, purpose, state));
}

/** Keeps the secret in the browser. One cookie for each login: a person may begin several. */
export function setBrowserSecret(
  response: Response,
  transactionId: string,
  secret: string,
  options: { readonly expires: Date; readonly secure: boolean },
): void {
  // Lax, because the request with the answer comes from the site of the provider.
  response.cookie(cookieOf(transactionId), secret, { path, httpOnly: true, sameSite: 'lax', ...options });
}

/** Returns the secret and removes it from the browser. */
export function takeBrowserSecret(
  request: Request,
  response: Response,
  transactionId: string,
): string | undefined {
  const name = cookieOf(transactionId);
  const secret = readCookie(request, name);
  if (secret !== undefined) response.clearCookie(name, { path, httpOnly: true, sameSite: 'lax' });
  return secret;
}

function cookieOf(transactionId: string): string {
  return `svc_sso_${transactionId.replaceAll('-', '')}`;
}
