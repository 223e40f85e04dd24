/** Words that settings of secrets have as their value. */
const PLAIN_WORD =
  /^(?:true|false|yes|no|on|off|enabled|disabled|required|optional|none|null|nil|undefined|string|str|number|int|integer|bool|boolean|object|any|sensitive|redacted|hidden|inherit|\*+|~|x+|\.+)$/i;
/** References to values that are elsewhere: of shells, templates, GitHub Actions, Helm, CloudFormation and Terraform. */
const REFERENCE =
  /^(?:\$\{[^{}]*\}|\$\(\w[^()]*\)|\$\{\{[^{}]*\}\}|\{\{[^{}]*\}\}|%[A-Z_]+%|\$[A-Z_][A-Z0-9_]*|<[a-z][\w -]*>|\((?:sensitive|known after apply|sensitive value)\))$/;

/** Whether the value of a secret key is a secret. ARNs, references and words like `enabled` are not. */
export function isSecretValue(value: string): boolean {
  return (
    value.trim() !== '' &&
    !/^arn:aws[\w-]*:/.test(value) &&
    !/^\{\{resolve:[^}]*\}\}$/.test(value) &&
    !PLAIN_WORD.test(value) &&
    !REFERENCE.test(value)
  );
}

/** Of a token without a prefix. */
const shortestToken = 14;
const longestToken = 1_024;

/**
 * Whether a text looks like the token of a service: random characters without the form of a word, path, host name or ARN. 15
 * digits are more than those of an AWS account, a date or a time.
 */
export function looksLikeToken(value: string): boolean {
  if (value.length < shortestToken || value.length > longestToken || !/^[\w+/=.~%:|-]+$/.test(value))
    return false;
  if (/^\d{15,}$/.test(value)) return true;
  if (!/\d/.test(value) || !/[a-z]/i.test(value) || new Set(value).size < 6) return false;
  if (/^(?:\/|arn:|sha\d{3}:|hmac-sha256:|\w+:\/\/)/.test(value) || isHost(value)) return false;
  return !isName(value);
}

function isName(value: string): boolean {
  return value.split(/[-_./:|=]/).every(isWord);
}

/** A part of a name: letters of one case, or a short number, or both as in `v2` and `us5`. */
function isWord(part: string): boolean {
  return /^(?:[A-Z]?[a-z]{0,15}|[A-Z]{0,15}|\d{0,8})$/.test(part) || /^[a-z]{1,12}\d{1,4}$/i.test(part);
}

function isHost(value: string): boolean {
  const labels = value.replace(/:\d{1,5}$/, '').split('.');
  return (
    labels.length > 1 &&
    /^[a-z]{2,12}$/.test(labels.at(-1) ?? '') &&
    labels.every((label) => label.length < 64 && /^[a-z0-9-]+$/.test(label))
  );
}

/**
 * Whether a text with the prefix of a token is one. Names have such prefixes too (`npm_config_cache`, `ops_alerts_2024`), but
 * consist of words and short numbers.
 */
export function looksRandom(value: string): boolean {
  return !isName(value);
}

/** Returns the text of a value in base64, or undefined. Reads its first 96 characters only. */
export function decodedStart(value: string): string | undefined {
  const start = value.slice(0, 96).replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');
  if (!/^[A-Za-z0-9+/]{4,}$/.test(start)) return undefined;
  const text = atob(start.slice(0, start.length - (start.length % 4)));
  return /^[\u0020-\u007E\s]*$/.test(text) ? text : undefined;
}
