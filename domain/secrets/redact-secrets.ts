import { replaceAt, setOwn } from '../json/path.ts';
import type { MutableJson } from '../json/json.ts';

/** Returns a keyed hash of a text in lower-case hex. The caller binds the key, which is one per organization. */
export type KeyedHash = (text: string) => string;

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
    mark: (secret) => (MARKER.test(secret) ? secret : `hmac-sha256:${hash(secret)}`),
    beginsWithMark: (text) => text.startsWith('hmac-sha256:'),
  };
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
      isSecretKey(key) && isSecretValue(value) ? marker.mark(value) : markCredentialPatterns(value, marker),
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
    for (const [index, item] of value.entries()) {
      if (typeof item === 'string') value[index] = markCredentialPatterns(item, marker);
      else redactByNameAndPattern(item, marker);
    }
    return;
  }
  redactNamedValue(value, marker);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      const redacted =
        isSecretKey(key) && isSecretValue(inner) ? marker.mark(inner) : markCredentialPatterns(inner, marker);
      if (redacted !== inner) setOwn(value, key, redacted);
    } else if (Array.isArray(inner) && isSecretKey(key)) {
      setOwn(
        value,
        key,
        inner.map((item) => (typeof item === 'string' && isSecretValue(item) ? marker.mark(item) : item)),
      );
      redactByNameAndPattern(value[key] ?? null, marker);
    } else redactByNameAndPattern(inner, marker);
  }
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

const SECRET_WORDS = new Set([
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'token',
  'credentials',
  'apikey',
  'pass',
]);
const SECRET_PAIRS = new Set([
  'api key',
  'private key',
  'access key',
  'secret key',
  'shared key',
  'signing key',
  'account key',
  'auth key',
  'encryption key',
  'master key',
  'license key',
  'connection string',
]);

/**
 * Whether a key's last word, or its last two words, name a secret: `DB_PASSWORD`, `apiKey`. `SecretArn` and `TokenType`
 * do not, because their last words are `Arn` and `Type`.
 */
export function isSecretKey(key: string): boolean {
  const known = secretKeyCache.get(key);
  if (known !== undefined) return known;
  const secret = endsWithSecretWord(key);
  // AWS property names are few and repeat. The limits prevent customers' own names from filling the memory.
  if (secretKeyCache.size < 10_000 && key.length <= cachedKeyLength) secretKeyCache.set(key, secret);
  return secret;
}

const secretKeyCache = new Map<string, boolean>();
const cachedKeyLength = 128;

function endsWithSecretWord(key: string): boolean {
  const words = secretWordsOf(key);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  return (
    SECRET_WORDS.has(last) ||
    [...SECRET_WORDS].some((word) => word.length > 5 && last.endsWith(word)) ||
    SECRET_PAIRS.has(`${before} ${last}`)
  );
}

/** Returns the words of a key in lower case: `dbPassword` and `DB_PASSWORD` have the words `db` and `password`. */
export function secretWordsOf(key: string): readonly string[] {
  return key
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** Whether the value of a secret key is a secret. ARNs, CloudFormation references and words like `enabled` are not. */
function isSecretValue(value: string): boolean {
  return (
    value !== '' &&
    !/^arn:aws[\w-]*:/.test(value) &&
    !/^\{\{resolve:[^}]*\}\}$/.test(value) &&
    !/^(true|false|enabled|disabled|required|optional|none|\*+)$/i.test(value)
  );
}

/** Patterns of well-known credentials. Group 1, if present, is kept. Sources: the vendors' documentation. */
const CREDENTIAL_PATTERNS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // The lookbehind and the lookahead limit the attempts to one per run of token characters, so that time stays linear.
  /((?<![\w-])(?=[\w-]+\.[\w-]{8,}\.)(?:[\w-]*?-)?)eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\bgh[pousr]_\w{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b[rs]k_(?:live|test)_\w{16,}/g,
  /\bsk-[\w-]{20,}/g,
  /\bAIza[\w-]{35}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bnpm_\w{30,}/g,
  /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@]{0,200}:)[^\s/?#@]{1,500}(?=@)/gi,
  /((?:^|[\s;,&?"'])(?:[\w-]{0,40}(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key))\s?=\s?["']?)[^\s;,&"']{3,}/gi,
  /("[\w-]{0,40}(?:password|passwd|pwd|secret|token|api_?key)"\s?:\s?")[^"]{3,}(?=")/gi,
];
/** Matches every text that one of the patterns can match; a cheap test before the patterns are applied. */
const MAY_CONTAIN_CREDENTIAL =
  /PRIVATE KEY|A[KS]IA|eyJ|gh[pousr]_|github_pat_|glpat-|xox|[rs]k_|sk-|AIza|SG\.|npm_|:\/\/[^/]*@|(?:password|passwd|pwd|secret|token|key)"?\s?[=:]/i;

/** Replaces the parts of a text that match a credential pattern by `hmac-sha256:<hex>`. */
export function redactCredentialPatterns(text: string, hash: KeyedHash): string {
  return markCredentialPatterns(text, hashMarker(hash));
}

/** Replaces the parts of a text that match a credential pattern by the mark of the marker. */
export function markCredentialPatterns(text: string, marker: SecretMarker): string {
  if (text.length < 8 || !MAY_CONTAIN_CREDENTIAL.test(text)) return text;
  let redacted = text;
  for (const pattern of CREDENTIAL_PATTERNS) {
    redacted = redacted.replaceAll(pattern, (found: string, ...groups: unknown[]) => {
      const kept = typeof groups[0] === 'string' ? groups[0] : '';
      const secret = found.slice(kept.length);
      return marker.beginsWithMark(secret) || secret.startsWith('{{resolve:')
        ? found
        : kept + marker.mark(secret);
    });
  }
  return redacted;
}
