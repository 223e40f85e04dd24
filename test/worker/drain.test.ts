import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { clearFaults, injectFault } from '../support/aws-emulator-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { startScan } from '../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';

const fixture = useScanFixture({ worker: false });

test('drains its activities before it stops its loops', async (t) => {
  const { api, client, owner } = fixture;
  const account = await fixture.connectAccount();
  const worker = await api.startWorker();
  await injectFault({
    id: `slow-${account.awsAccountNumber}`,
    account: account.awsAccountNumber,
    service: 'sqs',
    operation: 'ListQueues',
    kind: 'delay',
    milliseconds: 8000,
  });
  const body = { aws_account_id: account.id, resource_types: ['AWS::SQS::Queue'], regions: ['eu-west-1'] };
  const { id } = await startScan(client, body);
  const tasks = () =>
    owner.query<{ status: string; attempts: number }>(
      'select status, attempts from scan_tasks where scan_id = $1',
      [id],
    );
  await eventually('the task to run', async () => (await tasks())[0]?.status === 'running');
  let drained = false;
  const stopping = worker.stop().then(() => (drained = true));
  await dataOf(client.PATCH('/api/v1/organization', { body: { name: 'Renamed' } }));
  await eventually('the audit entry to be sealed', async () => {
    const { items } = await dataOf(client.GET('/api/v1/organization/audit-log'));
    return items.every(({ hash }) => hash !== undefined);
  });
  t.false(drained, 'the loop ran while the activity drained');
  await stopping;
  t.deepEqual(await tasks(), [{ status: 'succeeded', attempts: 1 }]);
  await clearFaults(account.awsAccountNumber);
});
