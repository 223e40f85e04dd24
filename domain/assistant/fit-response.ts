import { objectOf } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';

/**
 * Returns a response of a tool within a size: first without its last rows, with `truncated`; then, of one row that is left, without
 * its largest fields, whose names are in `omitted_fields`.
 *
 * @param sizeOf - the size of the message that has the response
 */
export function fitResponse(
  response: JsonObject,
  maximum: number,
  sizeOf: (response: JsonObject) => number,
): JsonObject {
  if (sizeOf(response) <= maximum) return response;
  const rows = Array.isArray(response['rows']) ? (response['rows'] as readonly Json[]) : [];
  const withRows = (count: number): JsonObject => ({
    ...response,
    rows: rows.slice(0, count),
    truncated: true,
  });
  let [fitting, tooMany] = [0, rows.length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (sizeOf(withRows(middle)) <= maximum) fitting = middle;
    else tooMany = middle;
  }
  if (fitting > 0 || rows.length === 0) return withRows(fitting);
  const first = objectOf(rows[0] ?? null);
  const bySize = Object.keys(first)
    .filter((name) => name !== 'ref' && name !== 'type')
    .toSorted((a, b) => lengthOf(first[b]) - lengthOf(first[a]));
  for (let omitted = 1; omitted <= bySize.length; omitted += 1) {
    const names = bySize.slice(0, omitted);
    const kept = Object.fromEntries(Object.entries(first).filter(([name]) => !names.includes(name)));
    const fitted = { ...response, rows: [{ ...kept, omitted_fields: names }], truncated: true };
    if (sizeOf(fitted) <= maximum) return fitted;
  }
  return withRows(0);
}

function lengthOf(value: Json | undefined): number {
  return JSON.stringify(value ?? null).length;
}
