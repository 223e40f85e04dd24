interface CoveredDay {
  readonly coverage_percent: { readonly lower: number | null; readonly upper: number | null };
}

/**
 * Returns the points of the bounds of the coverage in a picture, and of the area between them; `undefined` for less than two
 * days. Days on which nothing was eligible are left out.
 */
export function coverageBand(
  days: readonly CoveredDay[],
  width: number,
  height: number,
): { readonly lower: string; readonly upper: string; readonly area: string } | undefined {
  const known = days.flatMap(({ coverage_percent: { lower, upper } }, index) =>
    lower === null || upper === null ? [] : [{ index, lower, upper }],
  );
  if (known.length < 2) return undefined;
  const pointsOf = (bound: 'lower' | 'upper') =>
    known.map(
      (day) =>
        `${((width * day.index) / (days.length - 1)).toFixed(1)},${(height - (height * day[bound]) / 100).toFixed(1)}`,
    );
  const [lower, upper] = [pointsOf('lower'), pointsOf('upper')];
  return {
    lower: lower.join(' '),
    upper: upper.join(' '),
    area: [...upper, ...lower.toReversed()].join(' '),
  };
}
