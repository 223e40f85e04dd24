/** Numbers of active resources by what is known about their management, and of state entries without a resource. */
export interface CoverageCounts {
  readonly managed: number;
  readonly unmanaged: number;
  readonly child: number;
  readonly default: number;
  readonly ignored: number;
  /** `unknown` resources of a type that Terraform cannot manage. */
  readonly unsupported: number;
  /** `unknown` resources of other types: the evidence of their account is incomplete. */
  readonly unscanned: number;
  /** State entries whose resource does not exist. */
  readonly managedMissing: number;
}

export interface CoverageFigures extends CoverageCounts {
  /** managed + unmanaged + unscanned: the denominator of the percentages. */
  readonly eligible: number;
  readonly coveragePercent: CoveragePercent;
}

/** Bounds of the managed share of the eligible resources. Null when nothing is eligible. */
export interface CoveragePercent {
  readonly lower: number | null;
  readonly upper: number | null;
}

export const coverageCountNames = [
  'managed',
  'unmanaged',
  'child',
  'default',
  'ignored',
  'unsupported',
  'unscanned',
  'managedMissing',
] as const satisfies readonly (keyof CoverageCounts)[];

/**
 * Adds the denominator and the percentages with one decimal. `lower` counts unscanned resources as unmanaged and is rounded
 * down; `upper` counts them as managed and is rounded up.
 */
export function coverageFigures(counts: CoverageCounts): CoverageFigures {
  const { managed, unmanaged, unscanned } = counts;
  const eligible = managed + unmanaged + unscanned;
  const percent =
    eligible === 0
      ? { lower: null, upper: null }
      : {
          lower: Math.floor((managed * 1000) / eligible) / 10,
          upper: Math.ceil(((managed + unscanned) * 1000) / eligible) / 10,
        };
  return { ...counts, eligible, coveragePercent: percent };
}

/** Adds counts. */
export function addCounts(rows: readonly CoverageCounts[]): CoverageCounts {
  const sum = (name: keyof CoverageCounts) => rows.reduce((total, row) => total + row[name], 0);
  return {
    managed: sum('managed'),
    unmanaged: sum('unmanaged'),
    child: sum('child'),
    default: sum('default'),
    ignored: sum('ignored'),
    unsupported: sum('unsupported'),
    unscanned: sum('unscanned'),
    managedMissing: sum('managedMissing'),
  };
}

/** Returns ⌊100 × matched ÷ (matched + missing)⌋, or `undefined` when both are 0. */
export function matchedPercent(matched: number, missing: number): number | undefined {
  return matched + missing === 0 ? undefined : Math.floor((100 * matched) / (matched + missing));
}
