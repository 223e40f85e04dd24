/** Number of reviews from which a rule can be suspended. */
export const minimumVerdicts = 10;
/** A rule with a lower precision is suspended. */
export const minimumPrecision = 0.5;

/** Returns confirmed ÷ (confirmed + rejected), between 0 and 1; `undefined` without a review. */
export function precisionOf(confirmed: number, rejected: number): number | undefined {
  const verdicts = confirmed + rejected;
  return verdicts === 0 ? undefined : confirmed / verdicts;
}

/** Returns whether the reviews suspend a rule: at least ten, and less than half of them confirmed. */
export function isImprecise(confirmed: number, rejected: number): boolean {
  const precision = precisionOf(confirmed, rejected);
  return precision !== undefined && confirmed + rejected >= minimumVerdicts && precision < minimumPrecision;
}
