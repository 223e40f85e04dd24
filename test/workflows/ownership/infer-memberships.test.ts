import test from 'ava';
import { requestInference } from '../../../commands/ownership/request-inference.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ScanFixture } from '../../support/discovery/scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { storedOwnership } from '../../support/ownership/stored-ownership.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

const fixture = useScanFixture();

const queueType = 'AWS::SQS::Queue';

const membershipsOf = async ({ owner, organizationId }: ScanFixture) =>
  (
    await owner.query<{ text: string }>(
      `select a.name || '/' || r.name || ': ' || m.status as text from memberships m
       join applications a on a.id = m.application_id join resources r on r.id = m.resource_id
       where m.organization_id = $1 order by 1`,
      [organizationId],
    )
  ).map(({ text }) => text);

test('a scan infers memberships without a request, and the next scan makes them stale', async (t) => {
  t.timeout(180_000);
  const own = await fixture.signUpOther();
  const account = await own.connectAccount();
  const create = (QueueName: string, tags: Record<string, string>) =>
    account.call('sqs', 'CreateQueue', { QueueName, tags }) as Promise<{ QueueUrl: string }>;
  const { QueueUrl } = await create('orders', { App: 'shop' });
  await create('other', {});
  const store = storedOwnership(own.owner.query, own.organizationId);
  const shop = await store.application('Shop');
  await store.rule({ tag: { key: 'app', equals: 'shop' } }, { application: { id: shop } });
  const scan = () => own.scan({ aws_account_id: account.id, resource_types: [queueType] });
  await scan();
  await eventually('the membership', async () => (await membershipsOf(own)).length > 0, 60);
  t.deepEqual(await membershipsOf(own), ['Shop/orders: inferred']);
  await account.call('sqs', 'DeleteQueue', { QueueUrl });
  await scan();
  await eventually(
    'the membership to be stale',
    async () => (await membershipsOf(own))[0] === 'Shop/orders: stale',
    60,
  );
  t.pass();
});

test('changes that are queued during a run are processed by it', async (t) => {
  t.timeout(120_000);
  const own = await fixture.signUpOther();
  const { organizationId, api } = own;
  const store = storedOwnership(own.owner.query, organizationId);
  const request = (id: string) =>
    api.services.database.withTenant(organizationId, (tenant) =>
      requestInference(tenant, api.services, 'application', [id]),
    );
  const lock = await own.owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  t.is(lock.length, 1);
  for (const name of ['a', 'b', 'c']) await request(await store.application(name));
  await eventually('the queue to be empty', async () => {
    const rows = await own.owner.query('select from inference_queue where organization_id = $1', [
      organizationId,
    ]);
    return rows.length === 0;
  });
  await eventually('the runs to end', async () => {
    const runs = await own.owner.query<{ status: string }>(
      "select status from runs where organization_id = $1 and kind = 'infer_memberships'",
      [organizationId],
    );
    return runs.length > 0 && runs.every(({ status }) => status === 'succeeded');
  });
});

test('the workflow repeats while the queue has rows, and looks again after its end', async (t) => {
  const calls: string[] = [];
  const results = [true, false];
  await withFakeActivities(
    {
      inferQueuedMemberships: () => {
        calls.push('infer');
        return Promise.resolve(results.shift() ?? false);
      },
      repeatRequestedInference: () => {
        calls.push('repeat');
        return Promise.resolve();
      },
    },
    async ({ run, outcomes }) => {
      await run('inferMemberships', runInput());
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
  t.deepEqual(calls, ['infer', 'infer', 'repeat']);
});
