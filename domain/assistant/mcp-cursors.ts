import { objectOf } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';

/**
 * Tools that return parts of lists take `offset` and return `next_offset`. Clients of MCP pass the text of `next_cursor` on as
 * `cursor`, and know nothing of its form.
 */
export function withCursor(parameters: JsonObject): JsonObject {
  const { offset, ...properties } = objectOf(parameters['properties']);
  if (offset === undefined) return parameters;
  const cursor = { type: 'string', description: '`next_cursor` of the call before, with the same arguments' };
  return { ...parameters, properties: { ...properties, cursor } };
}

/** Returns the arguments of a tool. A cursor that is none stays, and is an argument that the tool rejects. */
export function withOffset(args: Json): Json {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const { cursor, ...rest } = args as JsonObject;
  return typeof cursor === 'string' && /^\d{1,9}$/.test(cursor) ? { ...rest, offset: Number(cursor) } : args;
}

/**
 * Returns the response with `next_cursor` in place of `next_offset`.
 *
 * @param left rows of the response that the result does not have
 */
export function withNextCursor(response: JsonObject, left: number): JsonObject {
  const { next_offset: next, ...rest } = response;
  return typeof next === 'number' ? { ...rest, next_cursor: String(next - left) } : response;
}
