import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { requestInference } from '../../../commands/ownership/request-inference.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ScanFixture } from '../../support/discovery/scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { insertAccount, insertResource } from '../../support/mapping/stored-resource.ts';
import { storedOwnership } from '../../support/ownership/stored-ownership.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
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

test('a scan infers memberships and counts saved queries without a request, and the next scan makes memberships stale', async (t) => {
  t.timeout(300_000);
  const own = await fixture.signUpOther();
  const account = await own.connectAccount();
  const create = (QueueName: string, tags: Record<string, string>) =>
    account.call('sqs', 'CreateQueue', { QueueName, tags }) as Promise<{ QueueUrl: string }>;
  const { QueueUrl } = await create('orders', { App: 'shop' });
  await create('other', {});
  const store = storedOwnership(own.owner, own.organizationId);
  const shop = await store.application('Shop');
  await store.rule({ tag: { key: 'app', equals: 'shop' } }, { application: { id: shop } });
  const scan = () => own.scan({ aws_account_id: account.id, resource_types: [queueType] });
  await scan();
  await eventually('the membership', async () => (await membershipsOf(own)).length > 0);
  t.deepEqual(await membershipsOf(own), ['Shop/orders: inferred']);
  await eventually('the counts of the saved queries', async () => {
    const { items } = await dataOf(own.client.GET('/api/v1/saved-queries', { params: { query: {} } }));
    return items.length > 0 && items.every(({ counted_at: countedAt }) => countedAt !== undefined);
  });
  const properties = await eventually('the properties of the queues', async () => {
    const params = { path: { type: queueType }, query: {} };
    const { items } = await dataOf(own.client.GET('/api/v1/resource-types/{type}/properties', { params }));
    return items.length > 0 ? items : undefined;
  });
  t.true(properties.some(({ path, count }) => path.includes('VisibilityTimeout') && count === 2));
  await account.call('sqs', 'DeleteQueue', { QueueUrl });
  await scan();
  await eventually(
    'the membership to be stale',
    async () => (await membershipsOf(own))[0] === 'Shop/orders: stale',
  );
  t.pass();
});

test('changes that are queued during a run are processed by it', async (t) => {
  t.timeout(300_000);
  const own = await fixture.signUpOther();
  const { organizationId, api } = own;
  const { url } = api.database;
  const account = await insertAccount(url, organizationId, '111122223333');
  const store = storedOwnership(own.owner, organizationId);
  const shop = await store.application('Shop');
  await store.rule({ name: { matches: 'web-*' } }, { application: { id: shop } });
  const add = async (nativeId: string) => {
    const id = await insertResource(url, organizationId, account, { nativeId });
    await api.services.database.withTenant(organizationId, (tenant) =>
      requestInference(tenant, api.services, 'resource', [id]),
    );
  };
  // The run waits when it inserts the membership.
  const lock = await queryAsOwner.hold(url, 'select from applications where id = $1 for update', [shop]);
  await add('web-1');
  await lock.untilWaiting(1);
  await add('web-2');
  await lock.release();
  await eventually('both memberships', async () => (await membershipsOf(own)).length === 2);
  const runs = await own.owner.query(
    "select from runs where organization_id = $1 and kind = 'infer_memberships'",
    [organizationId],
  );
  t.is(runs.length, 1);
});

test('the workflow repeats while the queue has rows', async (t) => {
  const calls: string[] = [];
  const results = [true, false];
  await withFakeActivities(
    {
      inferQueuedMemberships: () => {
        calls.push('infer');
        return Promise.resolve(results.shift() ?? false);
      },
    },
    async ({ run, outcomes }) => {
      await run('inferMemberships', runInput());
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
  t.deepEqual(calls, ['infer', 'infer']);
});
