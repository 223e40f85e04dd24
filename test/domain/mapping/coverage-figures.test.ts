import test from 'ava';
import fc from 'fast-check';
import { coverageFigures, matchedPercent } from '../../../domain/mapping/coverage-figures.ts';

const none = {
  managed: 0,
  unmanaged: 0,
  child: 0,
  default: 0,
  ignored: 0,
  unsupported: 0,
  unscanned: 0,
  managedMissing: 0,
};

test('400 managed, 100 unmanaged and 20 unscanned resources are covered by 76.9 to 80.8 percent', (t) => {
  const figures = coverageFigures({ ...none, managed: 400, unmanaged: 100, unscanned: 20 });
  t.is(figures.eligible, 520);
  t.deepEqual(figures.coveragePercent, { lower: 76.9, upper: 80.8 });
});

test('the bounds are null when nothing is eligible', (t) => {
  const figures = coverageFigures({ ...none, child: 3, default: 2, unsupported: 1, ignored: 1 });
  t.deepEqual([figures.eligible, figures.coveragePercent], [0, { lower: null, upper: null }]);
});

test('the lower bound is never above the exact share, and the upper bound never below it', (t) => {
  const number = fc.nat(100_000);
  fc.assert(
    fc.property(number, number, number, (managed, unmanaged, unscanned) => {
      const figures = coverageFigures({ ...none, managed, unmanaged, unscanned });
      const { lower, upper } = figures.coveragePercent;
      if (lower === null || upper === null) return figures.eligible === 0;
      const [low, high] = [Math.round(lower * 10), Math.round(upper * 10)];
      const exact = (count: number) => count * 1000;
      return (
        low * figures.eligible <= exact(managed) &&
        exact(managed) < (low + 1) * figures.eligible &&
        high * figures.eligible >= exact(managed + unscanned) &&
        exact(managed + unscanned) > (high - 1) * figures.eligible
      );
    }),
  );
  t.pass();
});

test('the matched share is rounded down, and absent without entries that count', (t) => {
  t.deepEqual([matchedPercent(2, 1), matchedPercent(999, 1), matchedPercent(0, 4)], [66, 99, 0]);
  t.is(matchedPercent(0, 0), undefined);
});
