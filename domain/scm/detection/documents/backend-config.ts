import { redactCredentialPatterns } from '../../../secrets/redact-secrets.ts';
import { isSecretKey } from '../../../secrets/secret-keys.ts';
import type { HclBody, HclExpression } from './hcl-body.ts';

/** The value of a backend attribute: literals as written, anything else as `{expr}`. `value` is `expr` if detection can evaluate it. */
export type BackendValue =
  | string
  | number
  | boolean
  | null
  | { readonly expr: string; readonly value?: string }
  | readonly BackendValue[]
  | { readonly [name: string]: BackendValue };

export type BackendConfig = { readonly [name: string]: BackendValue };

/** Attributes that hold credentials, in addition to the names that `isSecretKey` recognizes. */
const credentialAttributes = new Set([
  'access_key',
  'secret_key',
  'token',
  'password',
  'client_secret',
  'client_certificate',
  'client_certificate_password',
  'client_key',
  'client_certificate_pem',
  'client_private_key_pem',
  'conn_str',
  'credentials',
  'encryption_key',
  'headers',
  'oidc_request_token',
  'oidc_token',
  'private_key',
  'sas_token',
  'ssh_key',
  'sse_customer_key',
  'web_identity_token',
]);

/** Returns the attributes and blocks of a backend as written, without credentials. */
export function backendConfigOf(body: HclBody): BackendConfig {
  const entries: [string, BackendValue][] = [];
  for (const { name, value } of body.attributes) addEntry(entries, name, value);
  for (const block of body.blocks) {
    if (!isCredential(block.type)) entries.push([block.type, backendConfigOf(block.body)]);
  }
  return Object.fromEntries(entries);
}

/** Returns the entries of a backend that is written as an object, without credentials. */
export function backendConfigOfObject(expression: HclExpression | undefined): BackendConfig {
  if (expression?.type !== 'object') return {};
  const entries: [string, BackendValue][] = [];
  for (const { key, value } of expression.entries) addEntry(entries, key, value);
  return Object.fromEntries(entries);
}

/** Whether a text contains a credential that a known pattern matches, such as an access key or a URL with a password. */
export function containsCredential(text: string): boolean {
  return redactCredentialPatterns(text, () => '') !== text;
}

/** Removes user and password from a URL, such as `git::https://user:token@example.com/x.git`. */
export function withoutUserInfo(url: string): string {
  return url.replaceAll(/:\/\/[^\s/@]{1,500}@/g, '://');
}

function addEntry(entries: [string, BackendValue][], name: string, expression: HclExpression): void {
  if (isCredential(name)) return;
  const value = backendValue(expression);
  if (value !== undefined) entries.push([name, value]);
}

function backendValue(expression: HclExpression): BackendValue | undefined {
  switch (expression.type) {
    case 'literal':
      return typeof expression.value === 'string' && containsCredential(expression.value)
        ? undefined
        : expression.value;
    case 'expression':
      return containsCredential(expression.text) ? undefined : { expr: expression.text };
    case 'list':
      return expression.items.flatMap((item) => backendValue(item) ?? []);
    case 'object':
      return backendConfigOfObject(expression);
  }
}

function isCredential(name: string): boolean {
  return credentialAttributes.has(name) || isSecretKey(name);
}
