import type { Figure } from '../bench.ts';

/** A figure that must not exceed a limit. */
export function atMost(value: number, unit: string, limit: number, baseline?: number): Figure {
  return { ...figure(value, unit, baseline), target: `<= ${limit}`, ok: value <= limit };
}

/** A figure that must reach a limit. */
export function atLeast(value: number, unit: string, limit: number, baseline?: number): Figure {
  return { ...figure(value, unit, baseline), target: `>= ${limit}`, ok: value >= limit };
}

/** A figure without a target. */
export function figure(value: number, unit: string, baseline?: number): Figure {
  return { value, unit, ...(baseline === undefined ? {} : { baseline }), ok: true };
}
