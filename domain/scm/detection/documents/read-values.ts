import { isSecretKey } from '../../../secrets/secret-keys.ts';
import { containsCredential } from './backend-config.ts';
import type { NamedValue, ValuesDocument } from './document.ts';
import type { HclBody, HclExpression } from './hcl-body.ts';

/** Returns the values of a variable file or of a partial backend configuration that a backend can have; at most 500. */
export function readValues(body: HclBody): ValuesDocument {
  const values = namedValuesOf(body.attributes);
  return {
    type: 'values',
    values: values.slice(0, maximumValues),
    ...(values.length > maximumValues ? { isTruncated: true } : {}),
  };
}

/** Returns the scalars of attributes, without a value when it is not stored. */
export function namedValuesOf(
  attributes: readonly { readonly name: string; readonly value: HclExpression }[],
): readonly NamedValue[] {
  return attributes.flatMap(({ name, value }) => {
    const text = value.type === 'literal' && value.value !== null ? String(value.value) : undefined;
    if (text === undefined) return [];
    return [isBackendText(name, text) ? { name, value: text } : { name }];
  });
}

const maximumValues = 500;
const maximumLength = 256;

/**
 * Whether a text can be the bucket, the key or another attribute of a backend. Files with values can hold secrets, and are
 * stored: texts with a secret's name or pattern, and random ones, are left out.
 */
export function isBackendText(name: string, text: string): boolean {
  if (text.length > maximumLength || !/^[\w./:@+=, -]*$/.test(text)) return false;
  return !isSecretKey(name) && !containsCredential(text) && !text.split(/[^A-Za-z0-9+=]/).some(isRandom);
}

/** Whether a word looks like a key or a digest: 20 characters of mixed kinds, or 32 hexadecimal digits. */
function isRandom(word: string): boolean {
  if (/^[0-9a-f]{32,}$/i.test(word)) return true;
  return word.length >= 20 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}
