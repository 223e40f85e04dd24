import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** Two ends, in any order. */
export type EndPair = readonly [string, string];

/** Returns pairs without those that have the same two ends as an earlier one. */
export function distinctPairs(pairs: readonly EndPair[]): readonly EndPair[] {
  const distinct = new Map<string, EndPair>();
  for (const pair of pairs) {
    const key = pairKey(...pair);
    if (!distinct.has(key)) distinct.set(key, pair);
  }
  return [...distinct.values()];
}

/** Returns the same text for both orders of two ends. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/**
 * Returns a statement for the rows whose two columns have the ends of a distinct pair, in either order.
 *
 * @param select builds a statement from its condition
 */
export function selectBetween(
  pairs: readonly EndPair[],
  [first, second]: readonly [string, string],
  select: (condition: Sql) => Sql,
): Sql {
  const [one, other] = [rawSql(first), rawSql(second)];
  // The third condition leaves out rows that have the ends of two pairs.
  const condition = (oriented: readonly EndPair[]) =>
    sql`${one} = any(${[...new Set(oriented.map(([end]) => end))]}::uuid[])
      and ${other} = any(${[...new Set(oriented.map(([, end]) => end))]}::uuid[])
      and ${one}::text || ' ' || ${other}::text = any(${oriented.map((pair) => pair.join(' '))}::text[])`;
  const reversed = pairs.flatMap(([end, opposite]): EndPair[] => (end === opposite ? [] : [[opposite, end]]));
  return sql`(${select(condition(pairs))}) union all (${select(condition(reversed))})`;
}
