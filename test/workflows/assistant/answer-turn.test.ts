import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

test('ends the turn when no attempt is left, and when the workflow is cancelled', async (t) => {
  const ended: string[] = [];
  const endTurn = async (_input: unknown, code: string) => void ended.push(code);
  const failing = { endTurn, runTurn: () => Promise.reject(ApplicationFailure.nonRetryable('broken')) };
  await withFakeActivities(failing, async ({ run }) => {
    await t.throwsAsync(run('answerTurn', runInput()));
  });
  t.deepEqual(ended, ['internal_error']);
  let hasBegun = false;
  const waiting = {
    endTurn,
    async runTurn() {
      hasBegun = true;
      await Context.current().cancelled;
    },
  };
  await withFakeActivities(waiting, async ({ start }) => {
    const handle = await start('answerTurn', runInput());
    await eventually('the activity to begin', () => Promise.resolve(hasBegun));
    await handle.cancel();
    await t.throwsAsync(handle.result());
  });
  t.deepEqual(ended, ['internal_error', 'cancelled']);
});

test('ends nothing after an attempt that returned', async (t) => {
  const endTurn = () => Promise.reject(new Error('must not be called'));
  const runTurn = () => Promise.resolve();
  await withFakeActivities({ endTurn, runTurn }, async ({ run }) => {
    await t.notThrowsAsync(run('answerTurn', runInput()));
  });
});
