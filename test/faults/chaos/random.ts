/** A generator of the same numbers for the same seed (mulberry32). */
export interface Random {
  /** Returns a number from 0 to less than 1. */
  next(): number;
  /** Returns one of the items. */
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Returns an independent generator, so that concurrent tasks do not change each other's numbers. */
  fork(): Random;
}

export function seededRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    fork: () => seededRandom(Math.floor(next() * 4_294_967_296)),
  };
}
