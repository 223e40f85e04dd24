import { replaceAt, setOwn, type MutableJson } from './path.ts';

/** A keyed hash of a text, in lower-case hex. The key belongs to one organization; `domain/` never sees it. */
export type KeyedHash = (text: string) => string;

const MARKER = /^hmac-sha256:[0-9a-f]{64}$/;

/** Replaces secrets in place by `hmac-sha256:<hex>`: a change still shows, the value does not. */
export function redactSecrets(root: MutableJson, paths: readonly string[], hash: KeyedHash): void {
  for (const path of paths) replaceAt(root, path, (value) => hideBelow(value, hash));
  redactByNameAndPattern(root, hash);
}

/** Tags without secrets, by the name of the key and the shape of the value; keys in order. */
export function redactTags(tags: Readonly<Record<string, string>>, hash: KeyedHash): Record<string, string> {
  const hidden: Record<string, string> = {};
  for (const key of Object.keys(tags).sort()) {
    const value = tags[key] ?? '';
    setOwn(
      hidden,
      key,
      isSecretKey(key) && isSecretValue(value) ? mark(value, hash) : redactCredentialPatterns(value, hash),
    );
  }
  return hidden;
}

function hideBelow(value: MutableJson, hash: KeyedHash): MutableJson {
  if (typeof value === 'string') return value === '' ? value : mark(value, hash);
  if (typeof value === 'number') return mark(String(value), hash);
  if (Array.isArray(value)) return value.map((item) => hideBelow(item, hash));
  if (value === null || typeof value !== 'object') return value;
  for (const [key, inner] of Object.entries(value)) setOwn(value, key, hideBelow(inner, hash));
  return value;
}

function mark(text: string, hash: KeyedHash): string {
  return MARKER.test(text) ? text : `hmac-sha256:${hash(text)}`;
}

function redactByNameAndPattern(value: MutableJson, hash: KeyedHash): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (typeof item === 'string') value[index] = redactCredentialPatterns(item, hash);
      else redactByNameAndPattern(item, hash);
    }
    return;
  }
  hideNamedValue(value, hash);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      const hidden =
        isSecretKey(key) && isSecretValue(inner) ? mark(inner, hash) : redactCredentialPatterns(inner, hash);
      if (hidden !== inner) setOwn(value, key, hidden);
    } else if (Array.isArray(inner) && isSecretKey(key)) {
      setOwn(
        value,
        key,
        inner.map((item) => (typeof item === 'string' && isSecretValue(item) ? mark(item, hash) : item)),
      );
      redactByNameAndPattern(value[key] ?? null, hash);
    } else redactByNameAndPattern(inner, hash);
  }
}

const NAME_KEYS = ['name', 'Name', 'key', 'Key', 'ParameterKey', 'ParameterName', 'OptionName', 'TagKey'];
const VALUE_KEYS = ['value', 'Value', 'ParameterValue', 'DefaultValue', 'TagValue'];

/** `{ name: 'DB_PASSWORD', value: '…' }` and its spellings. */
function hideNamedValue(pair: { [key: string]: MutableJson }, hash: KeyedHash): void {
  const named = NAME_KEYS.some((key) => {
    const name = Object.hasOwn(pair, key) ? pair[key] : undefined;
    return typeof name === 'string' && isSecretKey(name);
  });
  if (!named) return;
  for (const key of VALUE_KEYS) {
    const value = Object.hasOwn(pair, key) ? pair[key] : undefined;
    if (typeof value === 'string' && isSecretValue(value)) pair[key] = mark(value, hash);
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

/** Whether a key's name says that its value is secret: its last word (or two) does. `SecretArn`, `TokenType` do not. */
export function isSecretKey(key: string): boolean {
  const known = judgedKeys.get(key);
  if (known !== undefined) return known;
  const secret = judgeKey(key);
  // Keys of AWS's answers are few and come again and again; names that customers choose must not fill the memory.
  if (judgedKeys.size < 10_000) judgedKeys.set(key, secret);
  return secret;
}

const judgedKeys = new Map<string, boolean>();

function judgeKey(key: string): boolean {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  return (
    SECRET_WORDS.has(last) ||
    [...SECRET_WORDS].some((word) => word.length > 5 && last.endsWith(word)) ||
    SECRET_PAIRS.has(`${before} ${last}`)
  );
}

/** References to secrets and words that are settings are not secret themselves. */
function isSecretValue(value: string): boolean {
  return (
    value !== '' &&
    !/^arn:aws[\w-]*:/.test(value) &&
    !/^\{\{resolve:[^}]*\}\}$/.test(value) &&
    !/^(true|false|enabled|disabled|required|optional|none|\*+)$/i.test(value)
  );
}

/** Shapes of well-known credentials; group 1, where there is one, is the part to keep. Sources: the vendors' documents. */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
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
const HINT =
  /PRIVATE KEY|A[KS]IA|eyJ|gh[pousr]_|github_pat_|glpat-|xox|[rs]k_|sk-|AIza|SG\.|npm_|:\/\/[^/]*@|(?:password|passwd|pwd|secret|token|key)"?\s?[=:]/i;

/** Replaces, inside a text, the parts that have the shape of a credential. */
export function redactCredentialPatterns(text: string, hash: KeyedHash): string {
  if (text.length < 8 || MARKER.test(text) || !HINT.test(text)) return text;
  let hidden = text;
  for (const shape of SHAPES) {
    hidden = hidden.replaceAll(shape, (found: string, ...groups: unknown[]) => {
      const kept = typeof groups[0] === 'string' ? groups[0] : '';
      const secret = found.slice(kept.length);
      return secret.startsWith('hmac-sha256:') || secret.startsWith('{{resolve:')
        ? found
        : kept + mark(secret, hash);
    });
  }
  return hidden;
}
