import test from 'ava';
import fc from 'fast-check';
import { pollWindows } from '../../../domain/changes/poll-windows.ts';

const minute = 60_000;
const now = new Date('2026-11-01T12:00:00Z');
const before = (minutes: number) => new Date(now.getTime() - minutes * minute);

test('reads the last 24 hours of a feed without a watermark', (t) => {
  t.deepEqual(pollWindows(undefined, now), [{ start: before(24 * 60), end: now }]);
});

test('reads the events that CloudTrail delivered late again', (t) => {
  t.deepEqual(pollWindows(before(5), now), [{ start: before(20), end: now }]);
  t.deepEqual(pollWindows(before(30), now, 30 * minute), [
    { start: before(45), end: before(15) },
    { start: before(15), end: now },
  ]);
});

test('windows are consecutive, not longer than the maximum, and end now', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 1000 }), (lag, maximum) => {
      const windows = pollWindows(before(lag), now, maximum * minute);
      t.is(windows.at(-1)?.end.getTime(), now.getTime());
      windows.forEach(({ start, end }, index) => {
        t.is(start.getTime(), windows[index - 1]?.end.getTime() ?? before(lag + 15).getTime());
        t.true(end > start && end.getTime() - start.getTime() <= maximum * minute);
      });
    }),
  );
});
