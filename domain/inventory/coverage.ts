import type { ManagementState } from '../values.ts';

/** How much of the inventory is in code, with the classes that its denominator leaves out. */
export interface Coverage {
  /** What could be in code: managed, unmanaged and unknown. */
  readonly eligible: number;
  readonly managed: number;
  readonly unmanaged: number;
  readonly child: number;
  readonly default: number;
  readonly ignored: number;
  readonly unknown: number;
  /** As if none, and as if all, of the unknown were managed; absent when nothing is eligible. */
  readonly percent?: { readonly lower: number; readonly upper: number };
}

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
