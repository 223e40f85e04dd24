import { isArray } from '../../json/json.ts';
import type { Json } from '../../json/json.ts';

const KEYS = ['Key', 'key', 'TagKey', 'tagKey'];
const VALUES = ['Value', 'value', 'TagValue', 'tagValue'];

/**
 * Converts tags to one map. Accepts every shape that AWS returns: a list of key and value (four spellings), or a map.
 */
export function readTags(value: Json | undefined): Record<string, string> {
  if (value === undefined || value === null || typeof value !== 'object') return {};
  const entries = isArray(value) ? value.map(pair) : Object.entries(value).map(mapEntry);
  return Object.fromEntries(entries.filter((entry) => entry !== null));
}

function pair(tag: Json): [string, string] | null {
  if (tag === null || typeof tag !== 'object' || isArray(tag)) return null;
  const key = KEYS.map((name) => tag[name]).find((found) => typeof found === 'string');
  const value = VALUES.map((name) => tag[name]).find((found) => typeof found === 'string');
  return typeof key === 'string' ? [key, typeof value === 'string' ? value : ''] : null;
}

function mapEntry([key, value]: [string, Json]): [string, string] | null {
  return typeof value === 'string' ? [key, value] : null;
}
