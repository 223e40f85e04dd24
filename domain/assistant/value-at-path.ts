import type { Json, JsonObject } from '../json/json.ts';

const step = /\.?(?:"((?:[^"\\]|\\.)*)"|\[(\d{1,6})(:?)\]|([^.[\]"]+))/y;

/**
 * Returns the value at a path such as `Statement[0].Condition`, `Rules[20:]` (from item 20 on) or `Tags."a.b"`; `undefined` for
 * a path that the value does not have or that is not one.
 */
export function valueAtPath(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value;
  let position = 0;
  while (position < path.length) {
    step.lastIndex = position;
    const match = step.exec(path);
    if (match === null) return undefined;
    const [whole, quoted, index, isRange, key] = match;
    position += whole.length;
    if (index !== undefined) {
      if (!Array.isArray(found)) return undefined;
      const items = found as readonly Json[];
      found = isRange === ':' ? items.slice(Number(index)) : items[Number(index)];
    } else {
      if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
      const name = quoted === undefined ? (key ?? '') : quoted.replaceAll(/\\(.)/g, '$1');
      found = Object.hasOwn(found, name) ? (found as JsonObject)[name] : undefined;
    }
    if (found === undefined) return undefined;
  }
  return found;
}
