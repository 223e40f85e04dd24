import test from 'ava';
import { playAll } from '../replay/play-all.ts';
import { startTestApi } from '../support/test-api.ts';

test('calls AWS only from activities on the task queue `aws`', async (t) => {
  t.timeout(480_000);
  const api = await startTestApi({ ONBOARDING_POLL_SECONDS: '1' });
  try {
    await api.startWorker({ workerQueues: ['aws'] });
    // Nothing listens on port 1: an activity that calls AWS would never succeed on this worker.
    const worker = await api.startWorker({
      workerQueues: ['inventory'],
      awsEndpointUrl: 'http://127.0.0.1:1',
    });
    await playAll(api, worker, (line) => t.log(line));
    t.pass();
  } finally {
    await api.close();
  }
});
