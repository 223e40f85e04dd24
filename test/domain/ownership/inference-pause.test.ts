import test from 'ava';
import fc from 'fast-check';
import { inferencePause } from '../../../domain/ownership/inference-pause.ts';

const minutes = 60;
const history = { failures: 1, secondsSinceFailure: 0, hasSucceeded: false, rulesChanged: false };

test('pauses for 5 minutes after a failed run, and for twice as long after each further one, at most 160', (t) => {
  t.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 1000].map(
      (failures) => inferencePause({ ...history, failures }).waitSeconds / minutes,
    ),
    [0, 5, 10, 20, 40, 80, 160, 160, 160],
  );
  t.deepEqual(inferencePause({ ...history, secondsSinceFailure: 299 }), {
    waitSeconds: 1,
    limitSeconds: 120,
  });
  t.deepEqual(inferencePause({ ...history, secondsSinceFailure: 300 }), {
    waitSeconds: 0,
    limitSeconds: 600,
  });
});

test('a change of a rule starts a short run at once after the first failure, and 5 minutes after a later one', (t) => {
  const changed = { ...history, rulesChanged: true };
  t.deepEqual(inferencePause(changed), { waitSeconds: 0, limitSeconds: 120 });
  const later = { ...changed, failures: 6, secondsSinceFailure: 4 * minutes };
  t.deepEqual(inferencePause(later), { waitSeconds: minutes, limitSeconds: 120 });
  t.deepEqual(inferencePause({ ...later, secondsSinceFailure: 5 * minutes }), {
    waitSeconds: 0,
    limitSeconds: 120,
  });
});

test('a success ends the pause and not the short limit', (t) => {
  t.deepEqual(inferencePause({ ...history, failures: 6, hasSucceeded: true }), {
    waitSeconds: 0,
    limitSeconds: 120,
  });
});

test('repeated changes of rules that always exceed the limit use at most two fifths of a slot', (t) => {
  // The user changes the rules whenever it can start a run; some of the runs are of good rules and take no time.
  const behaviour = fc.array(fc.boolean(), { minLength: 50, maxLength: 50 });
  fc.assert(
    fc.property(behaviour, (slow) => {
      let now = 0;
      let used = 0;
      let lastFailure = 0;
      let hasSucceeded = false;
      const failedAt: number[] = [];
      for (const isSlow of [...slow, ...Array.from({ length: 200 }, (_, index) => index % 3 !== 2)]) {
        const pauseAt = () =>
          inferencePause({
            failures: failedAt.filter((at) => at > now - 86_400).length,
            secondsSinceFailure: now - lastFailure,
            hasSucceeded,
            rulesChanged: true,
          });
        now += pauseAt().waitSeconds;
        if (!isSlow) {
          hasSucceeded = true;
          continue;
        }
        const { limitSeconds } = pauseAt();
        now += limitSeconds;
        used += limitSeconds;
        lastFailure = now;
        failedAt.push(now);
        hasSucceeded = false;
      }
      return used / now < 0.4;
    }),
  );
  t.pass();
});
