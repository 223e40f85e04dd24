import { scimErrors } from './scim-error.ts';

/**
 * Returns the fields of an object by their names in lower case, because names of attributes have no case; `undefined` for a value
 * that is no object. Source: RFC 7643, section 2.1.
 */
export function scimFieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
}

/** Returns a list as it is, a single value as a list, and an absent one as an empty list. */
export function scimListOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns a text without outer white space; `undefined` if it is absent or empty. @throws ScimError `invalidValue` */
export function readScimText(value: unknown, field: string, maximum: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw scimErrors.invalidValue(field, 'must be a text');
  const text = value.trim();
  if (text.length > maximum) throw scimErrors.invalidValue(field, `must have at most ${maximum} characters`);
  return text === '' ? undefined : text;
}

/** Returns a boolean, which Entra ID sends as a text. @throws ScimError `invalidValue` */
export function readScimFlag(value: unknown, field: string): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw scimErrors.invalidValue(field, 'must be true or false');
}
