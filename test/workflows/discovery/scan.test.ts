import test from 'ava';
import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CoverageCell, CreateScanBody } from '../../../api-client/api-types.ts';
import { countedCalls } from '../../support/aws-emulator-proxy.ts';
import { startScan } from '../../support/discovery/scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useScanFixture();

const queue = 'AWS::SQS::Queue';

async function queuesOf(account: ConnectedAccount) {
  return fixture.owner.query<{ name: string; status: string; native_id: string }>(
    'select name, status, native_id from resources where aws_account_id = $1 and resource_type = $2 order by name',
    [account.id, queue],
  );
}

test('stores the resources of an account with revisions, changes and complete coverage', async (t) => {
  const account = await fixture.connectAccount();
  await account.call('sqs', 'CreateQueue', { QueueName: 'orders' });
  await account.call('ec2', 'CreateVpc', { CidrBlock: '10.9.0.0/16' });
  const scan = await fixture.scan({ aws_account_id: account.id });
  t.is(scan.status, 'succeeded', JSON.stringify(scan.failures.slice(0, 5)));
  t.is(scan.progress.tasks_done, scan.progress.tasks_total);
  t.true(scan.counts.created > 5);
  t.is(scan.counts.seen, scan.counts.created);
  t.is(scan.counts.unchanged, 0);
  t.like(await queuesOf(account), [{ name: 'orders', status: 'active' }]);
  const [sums] = await fixture.owner.query<Record<string, number>>(
    `select (select count(*)::int from resources where aws_account_id = $1) as resources,
            (select count(*)::int from resource_revisions v join resources r on r.id = v.resource_id
              where r.aws_account_id = $1) as revisions,
            (select count(*)::int from changes where aws_account_id = $1 and kind = 'created') as changes,
            (select count(*)::int from coverage_cells where aws_account_id = $1 and outcome = 'complete') as cells,
            (select count(*)::int from seen_resources) as seen`,
    [account.id],
  );
  t.is(sums?.['resources'], scan.counts.created);
  t.is(sums?.['revisions'], scan.counts.created);
  t.is(sums?.['changes'], scan.counts.created);
  t.true((sums?.['cells'] ?? 0) > 100);
  const regions = await fixture.owner.query<{ enabled: boolean; effective_regions: string[] }>(
    `select enabled_regions @> '{eu-west-1,us-east-1}' as enabled, effective_regions from aws_accounts where id = $1`,
    [account.id],
  );
  t.deepEqual(
    regions,
    [{ enabled: true, effective_regions: ['eu-west-1'] }],
    'a full scan refreshes the regions',
  );
  await t.notThrowsAsync(eventually('Temporal to list the scan', () => isListed(scan.id, account)));
});

/** Whether the queries of docs/operations.md list the workflows of a scan, with the texts for operators. */
async function isListed(scanId: string, account: ConnectedAccount): Promise<boolean> {
  const { workflow } = fixture.api.services.temporal.client;
  const find = async (query: string) => {
    const found = [];
    for await (const each of workflow.list({ query })) found.push(each);
    return found;
  };
  const ofOrganization = `OrganizationId = "${fixture.organizationId}"`;
  const [child] = await find(
    `${ofOrganization} AND Kind = "scan_account" AND AccountId = "${account.awsAccountNumber}"`,
  );
  if (child === undefined) return false;
  const summary = await (await workflow.getHandle(child.workflowId).describe()).staticSummary();
  const all = await find('OrganizationId IS NOT NULL AND StartTime > "2020-01-01T00:00:00Z"');
  return (
    child.workflowId === `scan:${scanId}/account-${account.id}` &&
    summary === `Scan Account ${account.awsAccountNumber} (${account.awsAccountNumber})` &&
    child.memo?.['account'] === `Account ${account.awsAccountNumber}` &&
    typeof child.memo['organization'] === 'string' &&
    all.some(({ workflowId }) => workflowId === child.workflowId) &&
    !all.some(({ workflowId }) => workflowId.includes('maintenance:'))
  );
}

test('a scan is left to a newer release, and begins again under the rules of a newer worker', async (t) => {
  const account = await fixture.connectAccount();
  await account.call('sqs', 'CreateQueue', { QueueName: 'rules' });
  const lock = await queryAsOwner.hold(fixture.api.database.url, 'lock table scan_tasks', []);
  const { id } = await startScan(fixture.client, { aws_account_id: account.id, resource_types: [queue] });
  await lock.untilWaiting(1);
  const setRuleSet = (version: number) =>
    fixture.owner.query('update runs set rule_set = $2, rule_set_at = now() where id = $1', [id, version]);
  await setRuleSet(RULE_SET_VERSION + 1);
  await lock.release();
  const child = fixture.api.services.temporal.client.workflow.getHandle(`scan:${id}/account-${account.id}`);
  await eventually('the worker to leave the scan', async () => {
    const { raw } = await child.describe();
    return raw.pendingActivities?.some(
      ({ lastFailure }) => lastFailure?.applicationFailureInfo?.type === 'newer_release',
    );
  });
  const tasks = () => fixture.owner.query('select status, attempts from scan_tasks where scan_id = $1', [id]);
  t.deepEqual(await tasks(), [{ status: 'queued', attempts: 0 }]);
  // As if an older release had read the cell, and found no queue.
  await fixture.owner.query(
    "update scan_tasks set status = 'succeeded', attempts = 1, finished_at = now() where scan_id = $1",
    [id],
  );
  await setRuleSet(RULE_SET_VERSION - 1);
  const scan = await fixture.waitForScan(id);
  t.like(scan, { status: 'succeeded', counts: { created: 1 } });
  t.deepEqual(await tasks(), [{ status: 'succeeded', attempts: 2 }]);
});

test('writes nothing in a second scan of an unchanged account', async (t) => {
  const account = await fixture.connectAccount();
  await account.call('sqs', 'CreateQueue', { QueueName: 'still' });
  const body = { aws_account_id: account.id, resource_types: [queue, 'AWS::EC2::VPC', 'AWS::EC2::Subnet'] };
  const first = await fixture.scan(body);
  const rows = () =>
    fixture.owner.query(
      `select r.xmin::text as row, d.xmin::text as document, r.id, r.config_hash from resources r
       join resource_documents d on d.resource_id = r.id where r.aws_account_id = $1 order by r.id`,
      [account.id],
    );
  const before = await rows();
  const second = await fixture.scan(body);
  t.deepEqual(await rows(), before);
  t.deepEqual(second.counts, { ...first.counts, created: 0, unchanged: first.counts.created });
  const [count] = await fixture.owner.query<{ changes: number; revisions: number }>(
    `select (select count(*)::int from changes where scan_id = $1) as changes,
            (select count(*)::int from resource_revisions where scan_id = $1) as revisions`,
    [second.id],
  );
  t.deepEqual(count, { changes: 0, revisions: 0 });
});

test('records updates with a diff, deletions, and reappearances', async (t) => {
  const account = await fixture.connectAccount();
  const body = { aws_account_id: account.id, resource_types: [queue] };
  await account.call('sqs', 'CreateQueue', { QueueName: 'a', Attributes: { VisibilityTimeout: '30' } });
  const url = await account.text('sqs', 'CreateQueue', { QueueName: 'b' }, 'QueueUrl');
  await fixture.scan(body);
  await account.call('sqs', 'SetQueueAttributes', {
    QueueUrl: url.replace(/b$/, 'a'),
    Attributes: { VisibilityTimeout: '60' },
  });
  await account.call('sqs', 'DeleteQueue', { QueueUrl: url });
  const second = await fixture.scan(body);
  t.like(second.counts, { seen: 1, created: 0, updated: 1, deleted: 1, unchanged: 0 });
  t.like(await queuesOf(account), [{ status: 'active' }, { name: 'b', status: 'deleted' }]);
  await account.call('sqs', 'CreateQueue', { QueueName: 'b' });
  const third = await fixture.scan(body);
  t.like(third.counts, { seen: 2, created: 0, updated: 1, deleted: 0, unchanged: 1 });
  t.like(await queuesOf(account), [{ status: 'active' }, { name: 'b', status: 'active' }]);
  const changes = await fixture.owner.query<{
    name: string;
    kind: string;
    revision: number;
    paths: string[];
  }>(
    `select r.name, c.kind, c.revision, c.paths from changes c join resources r on r.id = c.resource_id
     where c.aws_account_id = $1 and r.resource_type = $2 order by c.id`,
    [account.id, queue],
  );
  t.deepEqual(
    changes.filter(({ name }) => name === 'b').map(({ kind }) => kind),
    ['created', 'deleted', 'reappeared'],
  );
  const updated = changes.find(({ name, kind }) => name === 'a' && kind === 'updated');
  t.is(updated?.revision, 2);
  t.true(updated?.paths.some((path) => path.endsWith('/VisibilityTimeout')));
});

test('reads a task definition once, and confirms deletions with lists only', async (t) => {
  const account = await fixture.connectAccount();
  const body = { aws_account_id: account.id, resource_types: [queue, 'AWS::ECS::TaskDefinition'] };
  const calls = async (): Promise<Record<string, number>> => {
    const counted = await countedCalls(account.awsAccountNumber);
    const ofScans = counted.filter(({ operation }) => /Queue|TaskDefinition/.test(operation));
    const reads = ofScans.filter(({ operation }) => /^(List|Get|Describe)/.test(operation));
    return Object.fromEntries(reads.map(({ operation, calls }) => [operation, calls]));
  };
  const register = () =>
    account.call('ecs', 'RegisterTaskDefinition', {
      family: 'web',
      containerDefinitions: [
        { name: 'web', image: 'web', memory: 64, environment: [{ name: 'TOKEN', value: 'a' }] },
      ],
    });
  for (const name of ['a', 'b']) await account.call('sqs', 'CreateQueue', { QueueName: name });
  const url = await account.text('sqs', 'GetQueueUrl', { QueueName: 'b' }, 'QueueUrl');
  await register();
  await register();
  await fixture.scan(body);
  const before = await calls();
  t.like(before, { ListQueues: 1, GetQueueAttributes: 2, ListTaskDefinitions: 1, DescribeTaskDefinition: 2 });
  await account.call('sqs', 'DeleteQueue', { QueueUrl: url });
  await account.call('ecs', 'DeregisterTaskDefinition', { taskDefinition: 'web:1' });
  await register();
  const second = await fixture.scan(body);
  t.like(second.counts, { seen: 3, created: 1, updated: 0, deleted: 2, unchanged: 2 });
  t.like(await calls(), {
    ListQueues: 3,
    GetQueueAttributes: 3,
    ListTaskDefinitions: 3,
    DescribeTaskDefinition: 3,
  });
});

test('changes only the cells in the scope of a limited scan', async (t) => {
  const account = await fixture.connectAccount();
  await account.call('sqs', 'CreateQueue', { QueueName: 'kept' });
  await account.call('sns', 'CreateTopic', { Name: 'topic' });
  await fixture.scan({ aws_account_id: account.id, resource_types: [queue] });
  const cells = await fixture.owner.query<{ resource_type: string; region: string }>(
    'select resource_type, region from coverage_cells where aws_account_id = $1',
    [account.id],
  );
  t.deepEqual(cells, [{ resource_type: queue, region: 'eu-west-1' }]);
  const [count] = await fixture.owner.query<{ count: number }>(
    'select count(*)::int as count from resources where aws_account_id = $1',
    [account.id],
  );
  t.is(count?.count, 1);
});

test('accepts one of several overlapping scans, and a scan that does not overlap', async (t) => {
  const account = await fixture.connectAccount(['eu-west-1', 'us-east-1']);
  const here = { aws_account_id: account.id, regions: ['eu-west-1'], resource_types: [queue] };
  const overlapping = await Promise.all(
    Array.from({ length: 6 }, () => fixture.client.POST('/api/v1/scans', { body: here })),
  );
  t.deepEqual(
    overlapping.map(({ response }) => response.status).toSorted((a, b) => a - b),
    [202, ...Array.from({ length: 5 }, () => 409)],
  );
  const started = overlapping.find(({ data }) => data !== undefined)?.data;
  for (const { data, error, response } of overlapping) {
    t.is(response.headers.get('location'), `/api/v1/scans/${started?.id}`);
    if (data === undefined) t.is(error.code, 'scan_conflict');
    if (data === undefined) t.true(error.message.endsWith(`: ${started?.id}.`), error.message);
  }
  const elsewhere = await startScan(fixture.client, { ...here, regions: ['us-east-1'] });
  for (const { data } of overlapping) if (data !== undefined) await fixture.waitForScan(data.id);
  await fixture.waitForScan(elsewhere.id);
  const again = await startScan(fixture.client, here);
  await fixture.waitForScan(again.id);
});

test('rejects a scan of a disconnected account, or of unknown types or regions', async (t) => {
  const other = await fixture.signUpOther();
  const account = await fixture.connectAccount();
  const rejected: readonly [TestClient, CreateScanBody, RegExp][] = [
    [other.client, {}, /./],
    [other.client, { aws_account_id: account.id }, /^aws_account_id: /],
    [fixture.client, { resource_types: ['AWS::No::Such'] }, /^resource_types/],
    [fixture.client, { regions: ['mars'] }, /./],
  ];
  for (const [client, body, message] of rejected) {
    const { error, response } = await client.POST('/api/v1/scans', { body });
    t.is(response.status, 400, JSON.stringify(body));
    t.regex(error?.message ?? '', message);
  }
});

test('cancels a scan, and allows the next one to start', async (t) => {
  const account = await fixture.connectAccount(['eu-west-1', 'us-east-1', 'eu-central-1']);
  const { id } = await startScan(fixture.client, { aws_account_id: account.id });
  const params = { path: { id } };
  const cancel = await fixture.client.POST('/api/v1/scans/{id}/cancel', { params });
  t.is(cancel.response.status, 202);
  const ended = await fixture.waitForScan(id, 60);
  t.is(ended.status, 'cancelled');
  const query = { status: 'cancelled' as const };
  const { items } = await dataOf(
    fixture.client.GET('/api/v1/scans/{id}/tasks', { params: { ...params, query } }),
  );
  // A scan that has not started has no tasks.
  t.true(items.length > 0 || ended.progress.tasks_total === 0, 'no task was cancelled');
  const run = fixture.client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id: id } } });
  t.is((await dataOf(run)).status, 'cancelled');
  const next = await fixture.scan({ aws_account_id: account.id, resource_types: [queue] });
  t.is(next.status, 'succeeded');
});

test('lists every expected cell once in the coverage, with "never" for cells without an attempt', async (t) => {
  const other = await fixture.signUpOther();
  const account = await other.connectAccount(['eu-west-1']);
  await other.scan({ aws_account_id: account.id, resource_types: [queue] });
  const cells: CoverageCell[] = [];
  let next: { readonly cursor?: string } | undefined = {};
  while (next !== undefined) {
    const params: { query: { limit: number; cursor?: string } } = { query: { limit: 200, ...next } };
    const page = await dataOf(other.client.GET('/api/v1/discovery/coverage', { params }));
    cells.push(...page.items);
    next = page.next_cursor === undefined ? undefined : { cursor: page.next_cursor };
  }
  const keys = cells.map(({ region, resource_type: type }) => `${region} ${type}`);
  t.is(new Set(keys).size, keys.length);
  t.deepEqual(
    cells.filter(({ outcome }) => outcome !== 'never').map(({ resource_type: type }) => type),
    [queue],
  );
  t.true(cells.length > 150);
  const query = { outcome: 'complete' as const };
  const complete = await dataOf(other.client.GET('/api/v1/discovery/coverage', { params: { query } }));
  t.is(complete.items.length, 1);
});

test('returns 404 for a scan of another organization', async (t) => {
  const account = await fixture.connectAccount();
  const scan = await fixture.scan({ aws_account_id: account.id, resource_types: [queue] });
  const other = await fixture.signUpOther();
  const params = { path: { id: scan.id } };
  t.is((await other.client.GET('/api/v1/scans/{id}', { params })).response.status, 404);
  t.is((await other.client.GET('/api/v1/scans/{id}/tasks', { params })).response.status, 404);
  t.deepEqual((await dataOf(other.client.GET('/api/v1/scans'))).items, []);
});
