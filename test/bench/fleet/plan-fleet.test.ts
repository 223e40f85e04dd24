import test from 'ava';
import { fleetWorkers, isInTime, planFleet, slowestTimes } from './plan-fleet.ts';

test('scans 10,000 accounts in 24 hours with the workers that docs/operations.md states', (t) => {
  const { workers, scheduled, single } = planFleet(slowestTimes);
  t.is(workers, fleetWorkers);
  t.true(isInTime(scheduled) && isInTime(single));
  t.is(scheduled.scanSeconds.length, 10_000);
});
