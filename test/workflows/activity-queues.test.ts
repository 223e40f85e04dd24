import test from 'ava';
import { playAll } from '../replay/play-all.ts';
import { playScm, startPlayedApi } from '../replay/play-scm.ts';

test('calls AWS only from activities on the task queue `aws`, and GitHub only from those on `scm`', async (t) => {
  t.timeout(480_000);
  const played = await startPlayedApi();
  const { api } = played;
  try {
    // Nothing listens on port 1: an activity that calls AWS or GitHub would never succeed on a worker with this URL.
    await api.startWorker({ workerQueues: ['aws'], githubApiUrl: 'http://127.0.0.1:1' });
    await api.startWorker({ workerQueues: ['scm'], awsEndpointUrl: 'http://127.0.0.1:1' });
    const worker = await api.startWorker({
      workerQueues: ['inventory', 'events'],
      awsEndpointUrl: 'http://127.0.0.1:1',
      githubApiUrl: 'http://127.0.0.1:1',
    });
    await playScm(played);
    await playAll(api, worker, (line) => t.log(line));
    t.pass();
  } finally {
    await played.close();
  }
});
