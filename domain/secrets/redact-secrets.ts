import { isObject } from '../json/json.ts';
import type { MutableJson } from '../json/json.ts';
import { replaceAt, setOwn } from '../json/path.ts';
import { credentialPatterns, mayContainCredential } from './credential-patterns.ts';
import { isPluralSecretKey, isSecretKey, mentionsSecret } from './secret-keys.ts';
import { isSecretValue, looksLikeToken } from './secret-values.ts';
import { assignedSecrets, isBasicCredential } from './text-assignments.ts';
import { urlPasswords } from './url-passwords.ts';
import type { SecretSpan } from './url-passwords.ts';

/** Returns a keyed hash of a text in lower-case hex. The caller binds the key, which is one per organization. */
export type KeyedHash = (text: string) => string;

/** Begins the text that is stored instead of a secret; its keyed hash follows. */
export const secretMark = 'hmac-sha256:';
const MARKER = /^hmac-sha256:[0-9a-f]{64}$/;

/** How secrets are replaced. */
export interface SecretMarker {
  /** Returns the text that replaces a secret. It returns a text that `mark` has returned unchanged. */
  mark(secret: string): string;
  /** Returns whether a text begins with the mark of an earlier redaction. */
  beginsWithMark(text: string): boolean;
}

function hashMarker(hash: KeyedHash): SecretMarker {
  return {
    mark: (secret) => (MARKER.test(secret) ? secret : `${secretMark}${hash(secret)}`),
    beginsWithMark: (text) => text.startsWith(secretMark),
  };
}

/** Returns the text that is stored instead of a secret. */
export function hideSecret(secret: string, hash: KeyedHash): string {
  return hashMarker(hash).mark(secret);
}

/**
 * Replaces secrets in place by `hmac-sha256:<hex>`, so that a changed secret is detected without storing its value.
 * Redacts every string and number below `paths`, then values that a key name or a credential pattern marks as secret.
 */
export function redactSecrets(root: MutableJson, paths: readonly string[], hash: KeyedHash): void {
  const marker = hashMarker(hash);
  for (const path of paths) replaceAt(root, path, (value) => markAllBelow(value, marker));
  redactByNameAndPattern(root, marker);
}

/** Returns the tags with secrets replaced, by key name and credential pattern; keys are sorted. */
export function redactTags(tags: Readonly<Record<string, string>>, hash: KeyedHash): Record<string, string> {
  const redacted: Record<string, string> = {};
  const marker = hashMarker(hash);
  for (const key of Object.keys(tags).sort()) {
    const value = tags[key] ?? '';
    setOwn(
      redacted,
      key,
      belongsToSecret(key, value) ? marker.mark(value) : markCredentialPatterns(value, marker),
    );
  }
  return redacted;
}

/**
 * Replaces in place every text at and below a value that can be a secret, for values whose key marks them as secret. ARNs and
 * words like `enabled` stay. Returns the value.
 */
export function redactTextsBelow(value: MutableJson, hash: KeyedHash): MutableJson {
  if (typeof value === 'string') return isSecretValue(value) ? hashMarker(hash).mark(value) : value;
  if (Array.isArray(value)) return value.map((item) => redactTextsBelow(item, hash));
  if (value === null || typeof value !== 'object') return value;
  for (const [key, inner] of Object.entries(value)) setOwn(value, key, redactTextsBelow(inner, hash));
  return value;
}

function markAllBelow(value: MutableJson, marker: SecretMarker): MutableJson {
  if (typeof value === 'string') return value === '' ? value : marker.mark(value);
  if (typeof value === 'number') return marker.mark(String(value));
  if (Array.isArray(value)) return value.map((item) => markAllBelow(item, marker));
  if (value === null || typeof value !== 'object') return value;
  for (const [key, inner] of Object.entries(value)) setOwn(value, key, markAllBelow(inner, marker));
  return value;
}

/** Replaces in place the values that a key name or a credential pattern marks as secret. The root is a container. */
export function redactByNameAndPattern(value: MutableJson, marker: SecretMarker): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    redactItems(value, marker);
    return;
  }
  redactNamedValue(value, marker);
  if (value['kind'] === 'Secret') redactManifest(value, marker);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      const redacted = belongsToSecret(key, inner)
        ? marker.mark(inner)
        : markCredentialPatterns(inner, marker);
      if (redacted !== inner) setOwn(value, key, redacted);
    } else if (typeof inner === 'number') {
      if (isLongNumber(inner) && isSecretKey(key) && !isPluralSecretKey(key))
        setOwn(value, key, marker.mark(String(inner)));
    } else {
      if (Array.isArray(inner) ? isSecretKey(key) : isPluralSecretKey(key)) redactTexts(inner, marker);
      redactByNameAndPattern(inner, marker);
    }
  }
}

/** Whether the value of a key is a secret: by the key's name, or by the value where the key names a service or mentions a secret. */
function belongsToSecret(key: string, value: string): boolean {
  if (isSecretKey(key)) return isSecretValue(value);
  if (mentionsSecret(key)) return looksLikeToken(value);
  return key === 'auth' && isBasicCredential(value);
}

/** The smallest number that a person uses as password. */
function isLongNumber(value: number): boolean {
  return value >= 100_000;
}

/** Replaces the texts in an array or object of secrets: `passwords: ['…']`, `api_keys: { ci: '…' }`. */
function redactTexts(holder: MutableJson, marker: SecretMarker): void {
  if (Array.isArray(holder)) {
    for (const [index, item] of holder.entries())
      if (typeof item === 'string' && isSecretValue(item)) holder[index] = marker.mark(item);
  } else if (isObject(holder)) {
    for (const [key, item] of Object.entries(holder))
      if (typeof item === 'string' && isSecretValue(item)) setOwn(holder, key, marker.mark(item));
  }
}

/** An option of a command can precede its secret as an item of its own: `['--password', '…']`. */
function redactItems(items: MutableJson[], marker: SecretMarker): void {
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'string') redactByNameAndPattern(item, marker);
    else {
      const before = items[index - 1];
      const isArgument =
        typeof before === 'string' && /^--?[a-z][\w-]*$/i.test(before) && isSecretKey(before);
      items[index] =
        isArgument && isSecretValue(item) && !item.startsWith('-')
          ? marker.mark(item)
          : markCredentialPatterns(item, marker);
    }
  }
}

/** A secret of Kubernetes. */
function redactManifest(manifest: { [key: string]: MutableJson }, marker: SecretMarker): void {
  for (const key of ['data', 'stringData'])
    if (Object.hasOwn(manifest, key)) redactTexts(manifest[key] ?? null, marker);
}

const NAME_KEYS = ['name', 'Name', 'key', 'Key', 'ParameterKey', 'ParameterName', 'OptionName', 'TagKey'];
const VALUE_KEYS = ['value', 'Value', 'ParameterValue', 'DefaultValue', 'TagValue'];

/** Redacts pairs such as `{ name: 'DB_PASSWORD', value: '…' }`, in every spelling that AWS uses. */
function redactNamedValue(pair: { [key: string]: MutableJson }, marker: SecretMarker): void {
  const named = NAME_KEYS.some((key) => {
    const name = Object.hasOwn(pair, key) ? pair[key] : undefined;
    return typeof name === 'string' && isSecretKey(name);
  });
  if (!named) return;
  for (const key of VALUE_KEYS) {
    const value = Object.hasOwn(pair, key) ? pair[key] : undefined;
    if (typeof value === 'string' && isSecretValue(value)) pair[key] = marker.mark(value);
  }
}

/** Replaces the parts of a text that match a credential pattern by `hmac-sha256:<hex>`. */
export function redactCredentialPatterns(text: string, hash: KeyedHash): string {
  return markCredentialPatterns(text, hashMarker(hash));
}

/**
 * Replaces the credentials in a text by the mark of the marker: passwords in URLs, values that are assigned to secret keys
 * (`.env`, YAML, JSON, commands, …), and what has the form of a credential.
 */
export function markCredentialPatterns(text: string, marker: SecretMarker): string {
  if (text.length < 8) return text;
  let redacted = text.includes('://') ? markSpans(text, urlPasswords(text), marker) : text;
  redacted = markSpans(redacted, assignedSecrets(redacted), marker);
  if (redacted.length < shortestCredential || !mayContainCredential.test(redacted)) return redacted;
  for (const { pattern, accepts } of credentialPatterns) {
    redacted = redacted.replaceAll(pattern, (found: string, ...groups: unknown[]) => {
      const kept = typeof groups[0] === 'string' ? groups[0] : '';
      const secret = found.slice(kept.length);
      return isMarked(secret, marker) || accepts?.(secret) === false ? found : kept + marker.mark(secret);
    });
  }
  return redacted;
}

/** Of the forms of credentials, with what is before them. */
const shortestCredential = 14;

function markSpans(text: string, spans: readonly SecretSpan[], marker: SecretMarker): string {
  let redacted = '';
  let position = 0;
  for (const { start, end } of spans) {
    const secret = text.slice(start, end);
    redacted += text.slice(position, start) + (isMarked(secret, marker) ? secret : marker.mark(secret));
    position = end;
  }
  return position === 0 ? text : redacted + text.slice(position);
}

function isMarked(secret: string, marker: SecretMarker): boolean {
  return marker.beginsWithMark(secret) || secret.startsWith('{{resolve:');
}
