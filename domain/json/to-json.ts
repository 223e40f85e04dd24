import { setOwn } from './path.ts';
import type { MutableJson } from './json.ts';

/**
 * Converts an SDK response to JSON: dates become ISO 8601 texts, bytes base64, bigints texts; undefined values and
 * `$metadata` are removed. The result is a deep copy.
 */
export function toJson(value: unknown): MutableJson {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : objectToJson(value);
    default:
      return null;
  }
}

function objectToJson(value: object): MutableJson {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return toBase64(value);
  if (Array.isArray(value)) return value.map(toJson);
  const out: { [key: string]: MutableJson } = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== undefined && typeof inner !== 'function' && key !== '$metadata')
      setOwn(out, key, toJson(inner));
  }
  return out;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
