import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { useTestApi } from '../support/use-test-api.ts';

const api = useTestApi();

test('a running worker seals new audit entries', async (t) => {
  const { client } = await api.signUp();
  await api.startWorker();
  for (let round = 1; round <= 2; round += 1) {
    await client.patch('/organization', { name: `Round ${round}` });
    const entries = await eventually(
      'the worker to seal the entries',
      async () => {
        const { items } = (
          await client.get<{ items: { sequence?: number; hash?: string }[] }>('/organization/audit-log')
        ).body;
        return items.every(({ hash }) => hash !== undefined) && items;
      },
      30,
    );
    t.is(entries[0]?.sequence, round + 1);
  }
  t.is((await client.get('/organization/audit-log/verify')).body['verified'], true);
});
