import test from 'ava';
import { createLogger } from '../../runtime/logger.ts';
import { delayMs, repeat } from '../../worker/repeat.ts';
import { eventually } from '../support/eventually.ts';

const minute = 60_000;

test('retries a failure after a second, then after twice as long, at most after the interval', (t) => {
  const delays = [0, 1, 2, 3, 4, 10, 11, 100].map((failures) => delayMs(10 * minute, failures));
  t.deepEqual(delays, [10 * minute, 1000, 2000, 4000, 8000, 512_000, 10 * minute, 10 * minute]);
  t.is(delayMs(500, 1), 500);
});

test('calls the work again after a failure, without waiting for the interval', async (t) => {
  let calls = 0;
  const loop = repeat(
    10 * minute,
    () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('Temporal is not available')) : Promise.resolve();
    },
    createLogger('test', 'silent'),
  );
  await eventually('the second call', () => Promise.resolve(calls === 2));
  await loop.stop();
  t.is(calls, 2);
});
