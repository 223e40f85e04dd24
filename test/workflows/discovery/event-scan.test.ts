import test from 'ava';
import { createFirstScanActivities } from '../../../activities/connections/first-scan-activities.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { IngestionHealth, Scan } from '../../../api-client/api-types.ts';
import type { RunningWorker } from '../../../worker/start-worker.ts';
import { clearFaults, injectFault } from '../../support/aws-emulator-proxy.ts';
import { ingestEvents } from '../../support/discovery/ingest-events.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';
import { startScan } from '../../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';

// The quiet time is longer than a second, to which CloudTrail truncates times: a reading that begins after it is complete.
const fixture = useScanFixture({
  worker: false,
  environment: { EVENT_SCAN_QUIET_SECONDS: '1', EVENT_SCAN_MINUTES: '0' },
});
let worker: RunningWorker;
test.before(async () => {
  worker = await fixture.api.startWorker();
});

const queue = 'AWS::SQS::Queue';
const region = 'eu-west-1';

interface ResourceRow {
  readonly status: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

async function queueNamed(account: ConnectedAccount, name: string): Promise<ResourceRow | undefined> {
  const [row] = await fixture.owner.query<ResourceRow>(
    `select r.status, d.configuration from resources r
     join resource_documents d on d.organization_id = r.organization_id and d.resource_id = r.id
     where r.aws_account_id = $1 and r.resource_type = $2 and r.name = $3`,
    [account.id, queue, name],
  );
  return row;
}

/** Lists the scans of due queues of an account, newest first. */
async function eventScansOf(account: ConnectedAccount): Promise<readonly Scan[]> {
  const query = { aws_account_id: [account.id], trigger: ['event' as const] };
  const { items } = await dataOf(fixture.client.GET('/api/v1/scans', { params: { query } }));
  return items.filter(({ scope }) => scope.resource_types?.includes(queue) === true);
}

async function healthOf(account: ConnectedAccount): Promise<IngestionHealth['event_scans']> {
  const query = { aws_account_id: [account.id], region: [region] };
  const { items } = await dataOf(
    fixture.client.GET('/api/v1/changes/ingestion-health', { params: { query } }),
  );
  return items[0]?.event_scans ?? { due_cells: -1, left_24h: -1 };
}

const dueTypes = async (account: ConnectedAccount) =>
  (
    await fixture.owner.query<{ type: string }>(
      'select resource_type as type from due_cells where aws_account_id = $1 and region = $2 order by 1',
      [account.id, region],
    )
  ).map(({ type }) => type);

const createQueue = (account: ConnectedAccount, name: string) =>
  account.text('sqs', 'CreateQueue', { QueueName: name }, 'QueueUrl');

/** Holds the scans that list queues, until {@link clearFaults}; a throttled call is retried for a minute. */
const holdQueues = ({ awsAccountNumber: account }: ConnectedAccount) =>
  injectFault({ id: `hold ${account}`, account, service: 'sqs', operation: 'ListQueues', kind: 'throttle' });

/** Makes the queues of an account due, and waits until a task of their scan runs, which is held. */
async function readingDueQueues(account: ConnectedAccount, name: string): Promise<Scan> {
  await holdQueues(account);
  await createQueue(account, name);
  await ingestEvents(fixture, account, region);
  return eventually('the task of an event scan to run', async () => {
    const [scan] = await eventScansOf(account);
    const running = await fixture.owner.query(
      "select from scan_tasks where scan_id = $1 and service = 'sqs' and status = 'running'",
      [scan?.id],
    );
    return running.length > 0 ? scan : undefined;
  });
}

test('reads what was created, updated and deleted by hand, without a scan being requested', async (t) => {
  const account = await fixture.connectAccount();
  await fixture.scan({ aws_account_id: account.id });
  const derivedRuns = () =>
    fixture.owner.query(
      `select id from runs where organization_id = $1 and kind in ('match_account', 'extract_graph', 'infer_memberships')
       and (subject_id = $2 or kind = 'infer_memberships') order by id`,
      [fixture.organizationId, account.id],
    );
  const freshness = () =>
    fixture.owner.query(
      'select recorded_at, last_successful_scan_at from account_freshness where aws_account_id = $1',
      [account.id],
    );
  const before = await freshness();
  t.is(before.length, 1);

  const url = await createQueue(account, 'by-hand');
  await ingestEvents(fixture, account, region);
  await eventually('the new queue', async () => (await queueNamed(account, 'by-hand'))?.status === 'active');

  await account.call('sqs', 'SetQueueAttributes', { QueueUrl: url, Attributes: { VisibilityTimeout: '77' } });
  await ingestEvents(fixture, account, region);
  await eventually('the changed queue', async () =>
    JSON.stringify((await queueNamed(account, 'by-hand'))?.configuration).includes(
      '"VisibilityTimeout":"77"',
    ),
  );

  await account.call('sqs', 'DeleteQueue', { QueueUrl: url });
  await ingestEvents(fixture, account, region);
  await eventually('the deletion', async () => (await queueNamed(account, 'by-hand'))?.status === 'deleted');
  await eventually('no cell to be due', async () => (await dueTypes(account)).length === 0);
  const kinds = await fixture.owner.query<{ kind: string }>(
    `select c.kind from changes c join resources r on r.id = c.resource_id
     where r.aws_account_id = $1 and r.name = 'by-hand' order by c.detected_at`,
    [account.id],
  );
  t.deepEqual(
    kinds.map(({ kind }) => kind),
    ['created', 'updated', 'deleted'],
  );
  t.deepEqual(await freshness(), before, 'the freshness of the account');
  const scans = await eventScansOf(account);
  t.true(scans.every(({ scope }) => scope.regions?.join() === region && scope.aws_account_id === account.id));
  t.true(scans.some(({ scope }) => scope.resource_types?.join() === queue, 'exactly the due cell'));
  const health = await healthOf(account);
  t.like(health, { due_cells: 0, left_24h: 0 });
  t.truthy(health.last_at);
  const [cell] = await fixture.owner.query<{ calls: number }>(
    'select calls from coverage_cells where aws_account_id = $1 and resource_type = $2',
    [account.id, queue],
  );
  t.true((cell?.calls ?? 0) > 0, 'the calls of the cell were counted');

  // A change that was taken back before it was read.
  await eventually('derived runs to end', async () => {
    const active = await fixture.owner.query(
      "select from runs where organization_id = $1 and status in ('queued', 'running')",
      [fixture.organizationId],
    );
    return active.length === 0;
  });
  const runs = await derivedRuns();
  const scansBefore = (await eventScansOf(account)).length;
  await account.call('sqs', 'DeleteQueue', { QueueUrl: await createQueue(account, 'short-lived') });
  await ingestEvents(fixture, account, region);
  await eventually('a scan that found nothing', async () => {
    const found = await eventScansOf(account);
    return found.length > scansBefore && found[0]?.status === 'succeeded';
  });
  t.deepEqual(await derivedRuns(), runs, 'nothing found: no match, extraction or inference');
});

test('a requested scan ends an overlapping one of due cells, and reads them', async (t) => {
  const account = await fixture.connectAccount();
  const event = await readingDueQueues(account, 'requested');
  const requested = await startScan(fixture.client, { aws_account_id: account.id, resource_types: [queue] });
  t.is(requested.trigger, 'manual');
  t.true((await dueTypes(account)).includes(queue), 'the cell stays due');
  await clearFaults(account.awsAccountNumber);
  t.is((await fixture.waitForScan(event.id)).status, 'cancelled');
  t.like(await fixture.waitForScan(requested.id), { status: 'succeeded', counts: { created: 1 } });
  t.is((await queueNamed(account, 'requested'))?.status, 'active');
  t.false((await dueTypes(account)).includes(queue), 'the complete reading began after the event');
});

test('a scheduled scan that overlaps with one of due cells is not skipped', async (t) => {
  const account = await fixture.connectAccount();
  const event = await readingDueQueues(account, 'scheduled');
  const activities = createFirstScanActivities(worker.dependencies);
  const { organizationId } = fixture;
  t.true(await activities.requestScheduledScan({ organizationId, accountId: account.id }));
  t.false(
    await activities.requestScheduledScan({ organizationId, accountId: account.id }),
    'another scan of the account is active',
  );
  await clearFaults(account.awsAccountNumber);
  t.is((await fixture.waitForScan(event.id)).status, 'cancelled');
});

test('due cells wait for every other scan of the account', async (t) => {
  const account = await fixture.connectAccount();
  await holdQueues(account);
  const other = await startScan(fixture.client, { aws_account_id: account.id, resource_types: [queue] });
  await account.call('sns', 'CreateTopic', { Name: 'waiting' });
  await ingestEvents(fixture, account, region);
  await clearFaults(account.awsAccountNumber);
  const { finished_at: finishedAt = '' } = await fixture.waitForScan(other.id);
  const topics = await eventually('the scan of due topics', async () => {
    const [scan] = await fixture.owner.query<{ started: Date }>(
      `select created_at as started from scans
       where aws_account_id = $1 and trigger = 'event' and 'AWS::SNS::Topic' = any(resource_types)`,
      [account.id],
    );
    return scan;
  });
  t.true(topics.started.getTime() >= Date.parse(finishedAt));
});

test('a scan of due cells before the first scan does not replace it', async (t) => {
  const account = await fixture.connectAccount();
  await createQueue(account, 'early');
  await ingestEvents(fixture, account, region);
  await eventually('the new queue', async () => (await queueNamed(account, 'early'))?.status === 'active');
  const [{ connection_id: subjectId } = { connection_id: '' }] = await fixture.owner.query<{
    connection_id: string;
  }>('select connection_id from aws_accounts where id = $1', [account.id]);
  const activities = createFirstScanActivities(worker.dependencies);
  const { organizationId } = fixture;
  t.is(await activities.requestFirstScans({ organizationId, runId: subjectId, subjectId }), 1);
});

test('operations that services repeat, a setting and expensive cells start no scan', async (t) => {
  const account = await fixture.connectAccount();
  await account.call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: 'repeated' });
  await fixture.scan({ aws_account_id: account.id, resource_types: [queue, 'AWS::Logs::LogGroup'] });
  const path = { id: account.id };
  const setting = async (event_scans: boolean) => {
    const body = { event_scans };
    const updated = await dataOf(
      fixture.client.PATCH('/api/v1/aws/accounts/{id}', { params: { path }, body }),
    );
    t.is(updated.event_scans, event_scans);
  };
  await setting(false);
  await ingestEvents(fixture, account, region);
  t.is((await healthOf(account)).last_at, undefined);
  t.deepEqual(await dueTypes(account), [], 'the scan began after the events');
  await account.call('cloudwatch-logs', 'CreateLogStream', {
    logGroupName: 'repeated',
    logStreamName: 'one',
  });
  await ingestEvents(fixture, account, region);
  t.deepEqual(await dueTypes(account), []);

  await createQueue(account, 'expensive');
  await ingestEvents(fixture, account, region);
  t.deepEqual(await dueTypes(account), [queue]);
  await fixture.owner.query('update coverage_cells set calls = 1001 where aws_account_id = $1', [account.id]);
  await setting(true);
  await account.call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: 'cheap' });
  await fixture.owner.query(
    "update coverage_cells set calls = 1000 where aws_account_id = $1 and resource_type = 'AWS::Logs::LogGroup'",
    [account.id],
  );
  await ingestEvents(fixture, account, region);
  await eventually('the cheap cell to be read', async () => (await dueTypes(account)).join() === queue);
  t.deepEqual(await eventScansOf(account), []);
  t.like(await healthOf(account), { due_cells: 1, left_24h: 1 });
  await fixture.scan({ aws_account_id: account.id, resource_types: [queue] });
  t.like(await healthOf(account), { due_cells: 0, left_24h: 1 }, 'the daily scan reads the cell');
});
