import { MockActivityEnvironment } from '@temporalio/testing';
import test from 'ava';
import { withHeartbeat } from '../../../activities/shared/with-heartbeat.ts';
import { noteProgress, withoutProgress } from '../../../runtime/progress.ts';

const stallSeconds = 0.2;

/** Counts the heartbeats while `note` is called every 20 ms for a second. */
async function countHeartbeats(note: () => void): Promise<number> {
  const environment = new MockActivityEnvironment();
  let heartbeats = 0;
  environment.on('heartbeat', () => (heartbeats += 1));
  await environment.run(() =>
    withHeartbeat(
      () =>
        new Promise<void>((resolve) => {
          const steps = setInterval(note, 20);
          setTimeout(() => {
            clearInterval(steps);
            resolve();
          }, 1000);
        }),
      { stallSeconds },
    ),
  );
  return heartbeats;
}

test('an activity heartbeats while it makes progress, and not while it stands still or only renews its lease', async (t) => {
  const [progress, stalled, renewing] = await Promise.all([
    countHeartbeats(noteProgress),
    countHeartbeats(() => undefined),
    countHeartbeats(() => withoutProgress(noteProgress)),
  ]);
  t.true(progress > 6, `${progress} heartbeats`);
  t.true(stalled <= 4, `${stalled} heartbeats without progress`);
  t.true(renewing <= 4, `${renewing} heartbeats with renewals alone`);
});
