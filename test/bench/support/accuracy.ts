import type { Figure } from '../bench.ts';

export type Figures = Readonly<Record<string, Figure>>;

/** Numbers of distinct pairs of ends. */
export interface Counts {
  readonly expected: number;
  readonly found: number;
  /** Found, but not expected. */
  readonly wrong: number;
}

const minimumRecall = 99;

/** Returns the recall and the number of false pairs. */
export function accuracy(name: string, rows: readonly Counts[]): Figures {
  const sum = (count: (row: Counts) => number) => rows.reduce((total, row) => total + count(row), 0);
  const expected = sum((row) => row.expected);
  const recall = expected === 0 ? 0 : (100 * sum((row) => row.found)) / expected;
  const wrong = sum((row) => row.wrong);
  return {
    [`recall ${name}`]: {
      value: recall,
      unit: '%',
      target: `>= ${minimumRecall}`,
      ok: recall >= minimumRecall,
    },
    [`false ${name}`]: { value: wrong, unit: 'pairs', target: '0', ok: wrong === 0 },
  };
}

/** Returns the numbers as a line of a table. */
export function lineOf({ expected, found, wrong }: Counts): string {
  return [expected, found, wrong].map((count) => String(count).padStart(7)).join(' ');
}
