import type { MutableJson } from '../../json/json.ts';
import { setOwn } from '../../json/path.ts';
import { isMark, sensitiveMark } from './plan-marks.ts';
import { isObject } from '../../json/json.ts';

/**
 * Replaces user data and private keys as a whole by `(sensitive)`, in place, whatever they contain: values of keys such as
 * `user_data_base64` and `private_key_pem`, and texts that contain a private key.
 */
export function hideWholeValues(value: MutableJson): MutableJson {
  if (typeof value === 'string') return holdsPrivateKey(value) ? sensitiveMark : value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = hideWholeValues(item);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const hidden = isWholeSecret(key) && hasContent(item) ? sensitiveMark : hideWholeValues(item);
      if (hidden !== item) setOwn(value, key, hidden);
    }
  }
  return value;
}

export function holdsPrivateKey(text: string): boolean {
  return text.includes('PRIVATE KEY') && /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text);
}

/** `user_data`, `UserData`, `user_data_base64`, `private_key_pem`; not `private_key_id`. */
const wholeSecret = /(?:^|[^a-z])(?:user_?-?data|private_?-?key)(?:$|[^a-z])/;
const plainSuffix = /(?:id|arn|size|type|algorithm|format|length)$/;
const cache = new Map<string, boolean>();

function isWholeSecret(key: string): boolean {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const words = key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
  const isSecret = wholeSecret.test(words) && !plainSuffix.test(words);
  // Names of attributes are few. The limits prevent other keys from filling the memory.
  if (cache.size < 10_000 && key.length <= 128) cache.set(key, isSecret);
  return isSecret;
}

/** Numbers and booleans such as `user_data_replace_on_change` are no secrets. */
function hasContent(value: MutableJson): boolean {
  if (typeof value === 'string') return value !== '' && !isMark(value);
  return typeof value === 'object' && value !== null;
}
