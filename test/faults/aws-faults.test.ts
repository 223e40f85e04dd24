import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { regionProbeServices } from '../../domain/discovery/regions/organization-policies.ts';
import { clearFaults, countedCalls, injectFault } from '../support/aws-emulator-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { startScan } from '../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';
import {
  assertMatchesAws,
  estateScan,
  estateServices,
  estateTypes,
  historyOf,
  makeEstate,
} from './support/estate.ts';

const fixture = useScanFixture();
test.before(async () => {
  // Two workers, which must have the same result as one.
  await fixture.api.startWorker();
});

async function connectEstate(size: Parameters<typeof makeEstate>[1] = {}) {
  const account = await fixture.connectAccount(['eu-west-1', 'us-east-1']);
  await makeEstate(account, size);
  return account;
}

test('completes scans without false changes while 30 % of all calls are throttled', async (t) => {
  const account = await connectEstate();
  const throttle = async () => {
    for (const service of estateServices) {
      await injectFault({
        id: `throttle-${service}-${account.awsAccountNumber}`,
        account: account.awsAccountNumber,
        service,
        kind: 'throttle',
        probability: 0.3,
      });
    }
  };
  await throttle();
  const first = await fixture.scan(estateScan(account));
  t.is(first.status, 'succeeded', JSON.stringify(first.failures));
  await clearFaults(account.awsAccountNumber);
  t.is(await assertMatchesAws(t, fixture, account), first.counts.created);
  const history = await historyOf(fixture, account);
  await throttle();
  const second = await fixture.scan(estateScan(account));
  t.like(second.counts, { created: 0, updated: 0, deleted: 0, unchanged: first.counts.created });
  t.deepEqual(await historyOf(fixture, account), history);
  await clearFaults(account.awsAccountNumber);
});

test('fails only the cells of a denied service, deletes nothing, and retries them on request', async (t) => {
  const account = await connectEstate();
  await fixture.scan(estateScan(account));
  const history = await historyOf(fixture, account);
  const id = `deny-${account.awsAccountNumber}`;
  await injectFault({
    id,
    account: account.awsAccountNumber,
    region: 'eu-west-1',
    service: 'sns',
    kind: 'deny',
  });
  const scan = await fixture.scan(estateScan(account));
  t.is(scan.status, 'partial');
  t.like(scan.failures, [
    { region: 'eu-west-1', service: 'sns', resource_type: 'AWS::SNS::Topic', outcome: 'denied' },
  ]);
  t.is(scan.failures.length, 1);
  t.like(scan.progress, { tasks_failed: 1 });
  const query = { aws_account_id: account.id, outcome: 'denied' as const };
  const denied = await dataOf(fixture.client.GET('/api/v1/discovery/coverage', { params: { query } }));
  t.deepEqual(
    denied.items.map(({ resource_type: type }) => type),
    ['AWS::SNS::Topic'],
  );
  t.truthy(denied.items[0]?.last_complete_at);
  await clearFaults(account.awsAccountNumber);
  await assertMatchesAws(t, fixture, account);
  t.deepEqual(await historyOf(fixture, account), history);

  const params = { path: { id: scan.id, task_id: scan.failures[0]?.task_id ?? '' } };
  const retry = () => fixture.client.POST('/api/v1/scans/{id}/tasks/{task_id}/retry', { params });
  const { run_id } = await dataOf(retry());
  const again = await retry();
  t.is(again.response.status, 409);
  t.like(await fixture.waitForScan(run_id), { status: 'succeeded', trigger: 'retry' });
  t.like(await fixture.waitForScan(scan.id), {
    status: 'succeeded',
    failures: [],
    progress: { tasks_failed: 0 },
  });
  const succeeded = await retry();
  t.is(succeeded.response.status, 409);
});

test('does not call a region or a service that a service control policy denies, and fails nothing', async (t) => {
  const account = await connectEstate();
  await fixture.scan(estateScan(account));
  const history = await historyOf(fixture, account);
  const deny = { account: account.awsAccountNumber, kind: 'deny_scp' } as const;
  await injectFault({ ...deny, id: `region-${account.id}`, region: 'eu-west-1' });
  await injectFault({ ...deny, id: `service-${account.id}`, region: 'us-east-1', service: 'sns' });
  /** Scans, and returns the number of calls to the denied region and to the denied service. */
  const scan = async () => {
    const count = async () => {
      const calls = await countedCalls(account.awsAccountNumber);
      const sum = (isCounted: (call: (typeof calls)[number]) => boolean) =>
        calls.filter(isCounted).reduce((total, call) => total + call.calls, 0);
      return {
        region: sum(({ region }) => region === 'eu-west-1'),
        service: sum(({ region, service }) => region === 'us-east-1' && service === 'sns'),
      };
    };
    const before = await count();
    const { status, failures, counts } = await fixture.scan(estateScan(account));
    t.like({ status, failures, deleted: counts.deleted }, { status: 'succeeded', failures: [], deleted: 0 });
    const after = await count();
    return { region: after.region - before.region, service: after.service - before.service };
  };
  /** A call whose answer is late is repeated, so each probe can count twice. */
  const areProbes = (calls: { readonly region: number; readonly service: number }) =>
    t.true(
      calls.region >= regionProbeServices.length &&
        calls.region <= 2 * regionProbeServices.length + 6 &&
        calls.service >= 1 &&
        calls.service <= 2,
      JSON.stringify(calls),
    );
  areProbes(await scan());
  const query = { aws_account_id: account.id, outcome: 'blocked_by_scp' as const };
  const { items } = await dataOf(fixture.client.GET('/api/v1/discovery/coverage', { params: { query } }));
  t.deepEqual(
    items.map(({ region, resource_type: type }) => `${region} ${type}`),
    [...estateTypes.toSorted().map((type) => `eu-west-1 ${type}`), 'us-east-1 AWS::SNS::Topic'],
  );
  t.true(items.every((cell) => cell.blocked_until !== undefined && cell.last_complete_at !== undefined));
  t.deepEqual(await scan(), { region: 0, service: 0 });

  const nextDay = async () => {
    for (const table of ['blocked_regions', 'coverage_cells'])
      await fixture.owner.query(
        `update ${table} set blocked_until = now() where aws_account_id = $1 and blocked_until is not null`,
        [account.id],
      );
  };
  await nextDay();
  areProbes(await scan());
  await nextDay();
  await clearFaults(account.awsAccountNumber);
  await scan();
  await assertMatchesAws(t, fixture, account);
  t.deepEqual(await historyOf(fixture, account), history);
  const blocked = await dataOf(fixture.client.GET('/api/v1/discovery/coverage', { params: { query } }));
  t.deepEqual(blocked.items, []);
});

test('keeps the parts of resources whose detail or tag calls are denied, and names them', async (t) => {
  const account = await connectEstate();
  const first = await fixture.scan(estateScan(account));
  const history = await historyOf(fixture, account);
  const deny = { account: account.awsAccountNumber, region: 'eu-west-1', kind: 'deny' } as const;
  await injectFault({
    ...deny,
    id: `details-${account.id}`,
    service: 'sqs',
    operation: 'GetQueueAttributes',
  });
  await injectFault({ ...deny, id: `tags-${account.id}`, service: 'tagging', operation: 'GetResources' });
  const scan = await fixture.scan(estateScan(account));
  t.is(scan.status, 'succeeded', JSON.stringify(scan.failures));
  t.like(scan.counts, { created: 0, updated: 0, deleted: 0, seen: first.counts.seen });
  await assertMatchesAws(t, fixture, account);
  t.deepEqual(await historyOf(fixture, account), history);
  const query = { aws_account_id: account.id, resource_type: 'AWS::SQS::Queue', region: 'eu-west-1' };
  const { items } = await dataOf(fixture.client.GET('/api/v1/resources', { params: { query } }));
  for (const { unreadable, configuration } of items) {
    t.true(unreadable?.some(({ part, reason }) => part === 'Attributes' && reason === 'denied'));
    t.truthy(configuration?.['Attributes'], 'the earlier value');
  }
  const coverage = await dataOf(fixture.client.GET('/api/v1/discovery/coverage', { params: { query } }));
  t.like(coverage.items, [{ outcome: 'complete', unreadable: items.length }]);
  await clearFaults(account.awsAccountNumber);
  t.like((await fixture.scan(estateScan(account))).counts, { updated: 0, deleted: 0 });
  const again = await dataOf(fixture.client.GET('/api/v1/resources', { params: { query } }));
  t.deepEqual(
    again.items.filter(({ unreadable }) => unreadable !== undefined),
    [],
  );
  t.deepEqual(await historyOf(fixture, account), history);
});

test('fails only the cells of an unreachable region, and keeps its resources', async (t) => {
  const account = await connectEstate();
  await fixture.scan(estateScan(account));
  const history = await historyOf(fixture, account);
  await injectFault({
    id: `unreachable-${account.awsAccountNumber}`,
    account: account.awsAccountNumber,
    region: 'us-east-1',
    kind: 'unreachable',
  });
  const scan = await fixture.scan(estateScan(account));
  await clearFaults(account.awsAccountNumber);
  t.is(scan.status, 'partial');
  t.deepEqual([...new Set(scan.failures.map(({ region }) => region))], ['us-east-1']);
  await assertMatchesAws(t, fixture, account);
  t.deepEqual(await historyOf(fixture, account), history);
});

test('retries a failed page, and fails the cell when the page always fails', async (t) => {
  const account = await connectEstate({ logGroups: 120 });
  const id = `page-${account.awsAccountNumber}`;
  const page = {
    id,
    account: account.awsAccountNumber,
    region: 'eu-west-1',
    service: 'logs',
    operation: 'DescribeLogGroups',
    kind: 'error',
  } as const;
  await injectFault({ ...page, after: 2, times: 1 });
  const scan = await fixture.scan(estateScan(account));
  t.is(scan.status, 'succeeded', JSON.stringify(scan.failures));
  await assertMatchesAws(t, fixture, account);
  await account.call('cloudwatch-logs', 'DeleteLogGroup', { logGroupName: 'group-7' });
  await injectFault({ ...page, after: 1 });
  const failing = await fixture.scan(estateScan(account));
  t.like(failing.failures, [{ resource_type: 'AWS::Logs::LogGroup', outcome: 'error', region: 'eu-west-1' }]);
  t.is(failing.counts.deleted, 0);
  await clearFaults(account.awsAccountNumber);
  const repaired = await fixture.scan(estateScan(account));
  t.is(repaired.counts.deleted, 1);
  await assertMatchesAws(t, fixture, account);
});

test('deletes no live resource when a list changes while it is paged', async (t) => {
  const account = await connectEstate({ logGroups: 150 });
  await fixture.scan(estateScan(account));
  await injectFault({
    id: `slow-${account.awsAccountNumber}`,
    account: account.awsAccountNumber,
    region: 'eu-west-1',
    service: 'logs',
    kind: 'delay',
    milliseconds: 400,
  });
  const { id } = await startScan(fixture.client, estateScan(account));
  // The emulator's tokens are offsets: deleting earlier items makes the next page skip items.
  for (const index of [0, 1, 10, 100, 101, 102]) {
    await account.call('cloudwatch-logs', 'DeleteLogGroup', { logGroupName: `group-${index}` });
    await account.call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: `zone-${index}` });
  }
  await fixture.waitForScan(id);
  await clearFaults(account.awsAccountNumber);
  const deleted = await fixture.owner.query<{ native_id: string }>(
    `select native_id from resources where aws_account_id = $1 and resource_type = 'AWS::Logs::LogGroup'
       and region = 'eu-west-1' and status = 'deleted'`,
    [account.id],
  );
  const deletedInAws = new Set(['group-0', 'group-1', 'group-10', 'group-100', 'group-101', 'group-102']);
  t.deepEqual(
    deleted.map((row) => row.native_id).filter((name) => !deletedInAws.has(name)),
    [],
  );
  await fixture.scan(estateScan(account));
  await assertMatchesAws(t, fixture, account);
});

test('stops a cancelled scan and releases its lock while AWS responds slowly', async (t) => {
  const account = await connectEstate();
  await injectFault({
    id: `slow-${account.awsAccountNumber}`,
    account: account.awsAccountNumber,
    kind: 'delay',
    milliseconds: 3000,
  });
  const { id } = await startScan(fixture.client, estateScan(account));
  const path = { id };
  const tasks = async (status: 'running' | 'cancelled') => {
    const params = { path, query: { status } };
    return (await dataOf(fixture.client.GET('/api/v1/scans/{id}/tasks', { params }))).items;
  };
  await eventually('a task to run', async () => (await tasks('running')).length > 0);
  await dataOf(fixture.client.POST('/api/v1/scans/{id}/cancel', { params: { path } }));
  const ended = await fixture.waitForScan(id, 60);
  t.is(ended.status, 'cancelled');
  t.deepEqual(await tasks('running'), []);
  t.true(
    (await tasks('cancelled')).some(({ started_at: startedAt }) => startedAt !== undefined),
    'no running task was cancelled',
  );
  await clearFaults(account.awsAccountNumber);
  const next = await fixture.scan(estateScan(account));
  t.is(next.status, 'succeeded');
  await assertMatchesAws(t, fixture, account);
});
