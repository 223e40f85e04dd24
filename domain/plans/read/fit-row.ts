import type { MutableJson } from '../../json/json.ts';
import { setOwn } from '../../json/path.ts';
import { pointerTokens } from '../../json/pointer.ts';
import { isObject } from '../../json/json.ts';

const maximumBytes = 64 * 1024;

/** The redacted values of a change. */
export interface RowValues {
  readonly before: MutableJson;
  readonly after: MutableJson;
}

/** Values as JSON texts. */
export interface RowTexts {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the values of a row of at most 64 KB. A larger one keeps its changed values only; unchanged elements of arrays
 * become null. If that is not enough, the largest attributes become `{"$omitted": "too_large"}`.
 */
export function fitRow(values: RowValues, changedPaths: readonly string[]): RowTexts {
  const texts = textsOf(values);
  if (fits(texts)) return texts;
  const changed = treeOf(changedPaths);
  const kept = { before: keepChanged(values.before, changed), after: keepChanged(values.after, changed) };
  const keptTexts = textsOf(kept);
  return fits(keptTexts) ? keptTexts : omitLargest(kept);
}

/** The values of a change when a plan has more values than are stored. */
export const omitted: MutableJson = { $omitted: 'too_large' };

interface PathTree {
  isWhole: boolean;
  readonly children: Map<string, PathTree>;
}

function treeOf(pointers: readonly string[]): PathTree {
  const root: PathTree = { isWhole: false, children: new Map() };
  for (const pointer of pointers) {
    let node = root;
    for (const key of pointerTokens(pointer)) {
      const child = node.children.get(key) ?? { isWhole: false, children: new Map() };
      node.children.set(key, child);
      node = child;
    }
    node.isWhole = true;
  }
  return root;
}

function keepChanged(value: MutableJson, tree: PathTree): MutableJson {
  if (tree.isWhole) return value;
  if (Array.isArray(value))
    return value.map((item, index) => {
      const child = tree.children.get(String(index));
      return child === undefined ? null : keepChanged(item, child);
    });
  if (!isObject(value)) return value;
  const kept: { [key: string]: MutableJson } = {};
  for (const [key, child] of tree.children)
    if (Object.hasOwn(value, key)) setOwn(kept, key, keepChanged(value[key] ?? null, child));
  return kept;
}

function omitLargest({ before, after }: RowValues): RowTexts {
  const members = [before, after]
    .flatMap((side) =>
      isObject(side)
        ? Object.entries(side).map(([key, value]) => ({
            side,
            key,
            bytes: byteLength(JSON.stringify(value)),
          }))
        : [],
    )
    .sort((one, other) => other.bytes - one.bytes);
  const whole = textsOf({ before, after });
  let bytes = byteLength(whole.before) + byteLength(whole.after);
  const omittedBytes = JSON.stringify(omitted).length;
  for (const member of members) {
    if (bytes <= maximumBytes || member.bytes <= omittedBytes) break;
    setOwn(member.side, member.key, omitted);
    bytes -= member.bytes - omittedBytes;
  }
  if (bytes <= maximumBytes) return textsOf({ before, after });
  return textsOf({ before: before === null ? null : omitted, after: after === null ? null : omitted });
}

function textsOf({ before, after }: RowValues): RowTexts {
  return { before: JSON.stringify(before), after: JSON.stringify(after) };
}

function fits({ before, after }: RowTexts): boolean {
  // UTF-8 has at most three bytes per UTF-16 code unit.
  if ((before.length + after.length) * 3 <= maximumBytes) return true;
  return (
    before.length + after.length <= maximumBytes && byteLength(before) + byteLength(after) <= maximumBytes
  );
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
