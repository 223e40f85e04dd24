import test from 'ava';
import { ApplicationFailure } from '@temporalio/activity';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

test('repeats the scan while scans are requested', async (t) => {
  const calls: string[] = [];
  const requested = [true, true, false];
  await withFakeActivities(
    {
      scanRepositoryHead: () => {
        calls.push('scan');
        return Promise.resolve(requested.shift() === true);
      },
      markRunFinished: (_input, status) => {
        calls.push(status);
        return Promise.resolve();
      },
    },
    ({ run }) => run('scanRepository', runInput()),
  );
  t.deepEqual(calls, ['scan', 'scan', 'scan', 'succeeded']);
});

test('a failed scan stores its message on the repository', async (t) => {
  const messages: string[] = [];
  const { outcomes } = await withFakeActivities(
    {
      scanRepositoryHead: () => {
        throw ApplicationFailure.nonRetryable('GitHub did not find the record.', 'not_found');
      },
      failRepositoryScan: (_input, message) => {
        messages.push(message);
        return Promise.resolve();
      },
    },
    async (worker) => {
      await t.throwsAsync(worker.run('scanRepository', runInput()));
      return worker;
    },
  );
  t.deepEqual(messages, ['GitHub did not find the record.']);
  t.deepEqual(outcomes, ['failed: GitHub did not find the record.']);
});
