import { setOwn } from './path.ts';
import type { MutableJson } from './json.ts';
import type { KeyedHash } from '../secrets/redact-secrets.ts';

/** The longest text of a configuration that is stored, in characters. */
export const maximumTextLength = 128 * 1024;

/**
 * Replaces in place every longer text by `too-long:<length>:hmac-sha256:<hex>`. A change of the text changes the marker.
 */
export function capTexts(root: MutableJson, hash: KeyedHash): void {
  if (root === null || typeof root !== 'object') return;
  if (Array.isArray(root)) {
    for (const [index, item] of root.entries()) {
      if (isTooLong(item)) root[index] = markerOf(item, hash);
      else capTexts(item, hash);
    }
    return;
  }
  for (const [key, inner] of Object.entries(root)) {
    if (isTooLong(inner)) setOwn(root, key, markerOf(inner, hash));
    else capTexts(inner, hash);
  }
}

function isTooLong(value: MutableJson): value is string {
  return typeof value === 'string' && value.length > maximumTextLength;
}

function markerOf(text: string, hash: KeyedHash): string {
  return `too-long:${text.length}:hmac-sha256:${hash(text)}`;
}
