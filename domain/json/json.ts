/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON value that may be modified in place. */
export type MutableJson = null | boolean | number | string | MutableJson[] | MutableJsonObject;

export type MutableJsonObject = { [key: string]: MutableJson };

/** As `Array.isArray`, which does not narrow readonly arrays. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value is an object, and neither null nor an array. */
export function isObject(value: MutableJson | undefined): value is MutableJsonObject;
export function isObject(value: unknown): value is JsonObject;
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, else an object without keys. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
