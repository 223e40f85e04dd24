import { storableText } from '../../domain/storable-text.ts';

/**
 * Returns JSON text for a jsonb parameter. Replaces NUL and lone surrogates by U+FFFD, because jsonb rejects both and
 * values from AWS can contain them.
 */
export function postgresJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return text;
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return storableText(inner);
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, child]) => [storableText(key), child]));
  });
}
