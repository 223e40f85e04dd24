import test from 'ava';
import { simulateFleet } from './simulate-fleet.ts';
import type { FleetLimits } from './simulate-fleet.ts';

const limits: FleetLimits = {
  workers: 1,
  slots: 50,
  accountsAtOncePerScan: 10,
  activitiesInFlightPerScan: 20,
  awsSeconds: 1,
  dispatchesPerSecond: Number.POSITIVE_INFINITY,
};
const account = (activities: number, cpuSeconds = 0) => ({ activities, cpuSeconds });
const scanOf = (...accounts: ReturnType<typeof account>[]) => ({ startsAt: 0, accounts });
const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;

test('is bound by the window of a scan when the workers are idle', (t) => {
  t.is(simulateFleet([scanOf(account(100))], limits).seconds, 5);
  // Ten accounts share the window of the scan: two activities each.
  const accounts = Array.from({ length: 20 }, () => account(10));
  t.is(simulateFleet([scanOf(...accounts)], limits).seconds, 10);
});

test('is bound by the CPU of the workers, which more workers divide', (t) => {
  const scans = Array.from({ length: 8 }, () => scanOf(account(100, 0.2)));
  t.is(rounded(simulateFleet(scans, limits).seconds), 160);
  const two = simulateFleet(scans, { ...limits, workers: 2 });
  t.true(two.seconds < 82 && two.utilisation > 0.97, `${two.seconds} s`);
});

test('is bound by the slots of a worker and by the dispatches of the server', (t) => {
  const scans = Array.from({ length: 10 }, () => scanOf(account(100)));
  t.is(simulateFleet(scans, limits).seconds, 20);
  t.is(rounded(simulateFleet(scans, { ...limits, dispatchesPerSecond: 10 }).seconds), 101);
});

test('starts the next account of a scan when one ends, without waiting for the slowest', (t) => {
  const accounts = [account(20), ...Array.from({ length: 18 }, () => account(2))];
  // Ten accounts at once with a window of two: the slow one takes 10 s, in which nine lanes scan the others in 2 s.
  t.is(simulateFleet([scanOf(...accounts)], limits).seconds, 10);
});

test('measures a scan from its own start', (t) => {
  const { scanSeconds, seconds } = simulateFleet([{ ...scanOf(account(1)), startsAt: 100 }], limits);
  t.deepEqual(scanSeconds, [1]);
  t.is(seconds, 101);
});
