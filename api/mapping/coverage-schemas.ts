import { z } from 'zod';
import { coverageFigures } from '../../domain/mapping/coverage-figures.ts';
import type { CoverageCounts } from '../../domain/mapping/coverage-figures.ts';

export const mappingTag = 'Mapping';

const count = z.int();
const bound = z.number().nullable();

/** Counts of active resources and missing entries, as `coverageFigures` returns them. */
export const coverageFields = {
  eligible: count.describe('managed + unmanaged + unscanned'),
  managed: count,
  unmanaged: count,
  child: count.describe('Made by another resource, a stack or a service, or a part of another resource'),
  default: count.describe('Made by AWS'),
  unsupported: count.describe('Of a type that Terraform cannot manage'),
  unscanned: count.describe('Without complete evidence of Terraform states'),
  ignored: count.describe('Ignored by a correction'),
  managed_missing: count.describe('State entries whose resource does not exist'),
  coverage_percent: z
    .object({ lower: bound, upper: bound })
    .describe(
      'Managed share of the eligible resources: `lower` counts unscanned resources as unmanaged, `upper` as managed; ' +
        'null when nothing is eligible',
    ),
};

export function presentCoverage(counts: CoverageCounts) {
  const figures = coverageFigures(counts);
  return {
    eligible: figures.eligible,
    managed: figures.managed,
    unmanaged: figures.unmanaged,
    child: figures.child,
    default: figures.default,
    unsupported: figures.unsupported,
    unscanned: figures.unscanned,
    ignored: figures.ignored,
    managed_missing: figures.managedMissing,
    coverage_percent: figures.coveragePercent,
  };
}
