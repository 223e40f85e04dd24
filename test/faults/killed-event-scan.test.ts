import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { clearFaults, injectFault } from '../support/aws-emulator-proxy.ts';
import { ingestEvents } from '../support/discovery/ingest-events.ts';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const queue = 'AWS::SQS::Queue';

test('a scan of due cells whose worker is killed in the middle is completed once by the next worker', async (t) => {
  t.timeout(600_000);
  const fixture = await startScanFixture({ worker: false });
  const environment = { ...process.env, EVENT_SCAN_QUIET_SECONDS: '1', EVENT_SCAN_MINUTES: '0' };
  const start = () => startWorkerProcess(fixture.api.configuration, environment);
  let worker = start();
  try {
    const account = await fixture.connectAccount();
    await account.call('sqs', 'CreateQueue', { QueueName: 'old' });
    await fixture.scan({ aws_account_id: account.id, resource_types: [queue] });
    const slow = {
      account: account.awsAccountNumber,
      service: 'sqs',
      kind: 'delay',
      milliseconds: 15_000,
    } as const;
    await injectFault({ ...slow, id: `slow ${account.awsAccountNumber}`, operation: 'GetQueueAttributes' });
    for (const name of ['first', 'second']) await account.call('sqs', 'CreateQueue', { QueueName: name });
    await ingestEvents(fixture, account, 'eu-west-1');
    const scanId = await eventually('the task of the scan of due cells to run', async () => {
      const [running] = await fixture.owner.query<{ scan_id: string }>(
        `select t.scan_id from scan_tasks t join scans s on s.id = t.scan_id
         where s.aws_account_id = $1 and s.trigger = 'event' and t.service = 'sqs' and t.status = 'running'`,
        [account.id],
      );
      return running?.scan_id;
    });
    await worker.kill();
    const due = () =>
      fixture.owner.query('select from due_cells where aws_account_id = $1 and resource_type = $2', [
        account.id,
        queue,
      ]);
    t.is((await due()).length, 1, 'the cell stays due');
    await clearFaults(account.awsAccountNumber);
    worker = start();
    t.is((await fixture.waitForScan(scanId)).status, 'succeeded');
    t.is((await due()).length, 0);
    const changes = await fixture.owner.query<{ name: string; kind: string }>(
      `select r.name, c.kind from changes c join resources r on r.id = c.resource_id
       where r.aws_account_id = $1 and c.scan_id = $2 order by r.name`,
      [account.id, scanId],
    );
    t.deepEqual(
      changes.map(({ name, kind }) => `${name} ${kind}`),
      ['first created', 'second created'],
    );
    const query = { aws_account_id: [account.id], trigger: ['event' as const], status: ['running' as const] };
    const { items } = await dataOf(fixture.client.GET('/api/v1/scans', { params: { query } }));
    t.deepEqual(items, []);
  } finally {
    await worker.kill();
    await fixture.close();
  }
});
