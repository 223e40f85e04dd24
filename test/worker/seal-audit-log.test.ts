import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { eventually } from '../support/eventually.ts';
import { useTestApi } from '../support/use-test-api.ts';

const api = useTestApi();

test('a running worker seals new audit entries', async (t) => {
  const { client } = await api.signUp();
  await api.startWorker();
  for (let round = 1; round <= 2; round += 1) {
    await dataOf(client.PATCH('/api/v1/organization', { body: { name: `Round ${round}` } }));
    const entries = await eventually('the worker to seal the entries', async () => {
      const { items } = await dataOf(client.GET('/api/v1/organization/audit-log'));
      return items.every(({ hash }) => hash !== undefined) && items;
    });
    t.is(entries[0]?.sequence, round + 1);
  }
  t.true((await dataOf(client.GET('/api/v1/organization/audit-log/verify'))).verified);
});
