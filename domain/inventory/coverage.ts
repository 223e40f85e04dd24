import type { ManagementState } from '../values.ts';

/** Number of resources by management state, and the share of them that is managed by infrastructure as code. */
export interface Coverage {
  /** Denominator of `percent`: managed + unmanaged + unknown. */
  readonly eligible: number;
  readonly managed: number;
  readonly unmanaged: number;
  readonly child: number;
  readonly default: number;
  readonly ignored: number;
  readonly unknown: number;
  /** Bounds of the managed share in percent: none or all of the unknown are managed. Absent when `eligible` is 0. */
  readonly percent?: { readonly lower: number; readonly upper: number };
}

/** Computes the coverage from counts by management state. Percentages are rounded down to one decimal. */
export function coverageOf(
  counts: readonly { readonly value: ManagementState; readonly count: number }[],
): Coverage {
  const of = (state: ManagementState) => counts.find(({ value }) => value === state)?.count ?? 0;
  const [managed, unmanaged, unknown] = [of('managed'), of('unmanaged'), of('unknown')];
  const eligible = managed + unmanaged + unknown;
  const percent = (count: number) => Math.floor((count / eligible) * 1000) / 10;
  return {
    eligible,
    managed,
    unmanaged,
    child: of('child'),
    default: of('default'),
    ignored: of('ignored'),
    unknown,
    ...(eligible === 0 ? {} : { percent: { lower: percent(managed), upper: percent(managed + unknown) } }),
  };
}
