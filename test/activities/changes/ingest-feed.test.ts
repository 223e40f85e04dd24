import { once } from 'node:events';
import { MockActivityEnvironment } from '@temporalio/testing';
import test from 'ava';
import { Registry } from 'prom-client';
import { createWorkMetrics } from '../../../runtime/metrics/work-metrics.ts';
import { createChangeActivities } from '../../../activities/changes/change-activities.ts';
import { ingestFeed } from '../../../activities/changes/ingest-feed.ts';
import type { IngestLimits } from '../../../activities/changes/ingest-feed.ts';
import { createCallLimiters } from '../../../activities/discovery/aws/call-limiters.ts';
import type { AwsRequest } from '../../../clients/aws/aws-caller.ts';
import { operationTableVersion } from '../../../domain/changes/operation-table.ts';
import { reconcileFeeds } from '../../../db/changes/feed-store.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { createLogger } from '../../../runtime/logger.ts';
import type { RunToStart } from '../../../runtime/temporal.ts';
import { useFeedDatabase } from '../../support/changes/feed-database.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const feeds = useFeedDatabase();
const logger = createLogger('test', 'silent');
const neverPages = /returned no page/;

type Lookup = (request: AwsRequest) => Promise<object>;
const empty: Lookup = () => Promise.resolve({ Events: [] });
const failing =
  (name: string): Lookup =>
  () =>
    Promise.reject(Object.assign(new Error(`message of ${name}`), { name }));
/** Does not respond until its call is aborted. */
const hanging: Lookup = async ({ signal = new AbortController().signal }) => {
  if (!signal.aborted) await once(signal, 'abort');
  throw new Error('aborted');
};
const event = (id: number, at = new Date()) => ({
  EventId: `event-${id}`,
  EventName: 'CreateQueue',
  EventSource: 'sqs.amazonaws.com',
  EventTime: at,
  CloudTrailEvent: '{}',
});

/** Responds with `lookup` to every call, with the role of any account. */
const rolesOf = (lookup: Lookup) => ({ callerFor: () => Promise.resolve({ call: lookup }) });

const secretHashKeys = () => Promise.resolve(Buffer.alloc(32));
const limits: IngestLimits = { timeoutMs: 60_000, throttleTimeoutMs: 0, skipsActiveRuns: true };
/** For calls that do not return. */
const shortLimits: IngestLimits = { ...limits, timeoutMs: 200 };

interface Poll {
  readonly organization: string;
  readonly account: string;
  readonly feedId: string;
}

/** Creates an organization with one feed that is due since an hour. */
async function dueFeed(): Promise<Poll> {
  const organization = await feeds.createOrganization();
  const account = await feeds.createAccount(organization);
  const [feedId = ''] = await feeds.createFeeds(organization, account, 1, 3600);
  return { organization, account, feedId };
}

const ingest = (
  { organization: organizationId, feedId }: Poll,
  lookup: Lookup,
  given = limits,
  signal = new AbortController().signal,
) =>
  ingestFeed(
    { database: feeds.database, secretHashKeys, roles: rolesOf(lookup) },
    createCallLimiters(feeds.database, logger, 1),
    { organizationId, feedId },
    given,
    signal,
  );

const feedOf = async ({ account }: Poll) => {
  const [feed] = await feeds.feeds(account);
  if (feed === undefined) throw new Error('no feed');
  return feed;
};

for (const [exit, lookup, status] of [
  ['a successful poll', empty, 'ok'],
  ['a denied poll', failing('AccessDeniedException'), 'denied'],
  ['a throttled poll', failing('ThrottlingException'), 'throttled'],
  ['a failed poll', failing('ValidationException'), 'error'],
  ['a region that is not enabled', failing('UnrecognizedClientException'), 'denied'],
  ['a poll without a response', hanging, 'error'],
  ['a poll whose page tokens repeat', () => Promise.resolve({ Events: [], NextToken: 'same' }), 'error'],
] as const) {
  test(`${exit} moves the time of the next poll and stores its status`, async (t) => {
    const poll = await dueFeed();
    const given = lookup === hanging ? shortLimits : limits;
    t.is((await ingest(poll, lookup, given)).outcome, status);
    const feed = await feedOf(poll);
    t.is(feed.status, status);
    t.is(feed.last_error === null, status === 'ok');
    t.true((feed.next_poll_seconds ?? 0) > 200);
    if (lookup === hanging) t.regex(feed.last_error ?? '', neverPages);
  });
}

test('a feed that a service control policy denies is not polled until the end of the day', async (t) => {
  const poll = await dueFeed();
  await queryAsOwner(feeds.url, "update aws_accounts set effective_regions = '{region-0}' where id = $1", [
    poll.account,
  ]);
  const message =
    'User: x is not authorized to perform: cloudtrail:LookupEvents with an explicit deny in a service control policy';
  const denied: Lookup = () =>
    Promise.reject(
      Object.assign(new Error(message), {
        name: 'AccessDeniedException',
        $metadata: { httpStatusCode: 400 },
      }),
    );
  t.is((await ingest(poll, denied)).outcome, 'blocked_by_scp');
  const reconciled = async () => {
    await feeds.database.withTenant(poll.organization, reconcileFeeds);
    return feedOf(poll);
  };
  t.like(await reconciled(), { status: 'blocked_by_scp', last_error: message, next_poll_seconds: null });
  await queryAsOwner(feeds.url, 'update cloudtrail_feeds set blocked_until = now() where id = $1', [
    poll.feedId,
  ]);
  t.not((await reconciled()).next_poll_seconds, null);
  t.is((await ingest(poll, empty)).outcome, 'ok');
  t.like(await feedOf(poll), { status: 'ok', last_error: null });
});

for (const [reason, change] of [
  ['excluded', 'included = false'],
  ['unreachable', "status = 'unreachable'"],
  ['departed', "status = 'departed'"],
] as const) {
  test(`pauses the feed of an account that is ${reason} when the poll starts`, async (t) => {
    const poll = await dueFeed();
    await queryAsOwner(feeds.url, `update aws_accounts set ${change} where id = $1`, [poll.account]);
    t.is((await ingest(poll, () => Promise.reject(new Error('called AWS')))).outcome, 'skipped');
    t.is((await feedOf(poll)).next_poll_seconds, null);
  });
}

test('does not read a deleted feed', async (t) => {
  const poll = await dueFeed();
  await queryAsOwner(feeds.url, 'delete from cloudtrail_feeds where id = $1', [poll.feedId]);
  t.is((await ingest(poll, empty)).outcome, 'skipped');
});

test('a failure of the database is thrown and not stored as a failure of the account', async (t) => {
  const poll = await dueFeed();
  const { database } = feeds;
  let transactions = 0;
  const unreliable = {
    ...database,
    withTenant: <T>(organizationId: string, work: (tenant: Tenant) => Promise<T>) => {
      transactions += 1;
      return transactions === 1
        ? database.withTenant(organizationId, work)
        : Promise.reject(new Error('pool timeout'));
    },
  };
  const work = ingestFeed(
    { database: unreliable, secretHashKeys, roles: rolesOf(() => Promise.resolve({ Events: [event(1)] })) },
    { of: () => ({ acquire: () => Promise.resolve(), throttled: () => Promise.resolve() }) },
    { organizationId: poll.organization, feedId: poll.feedId },
    limits,
    new AbortController().signal,
  );
  await t.throwsAsync(work, { message: 'pool timeout' });
  t.like(await feedOf(poll), { status: 'never', last_error: null });
});

test('a cancelled poll is thrown and stores no status', async (t) => {
  const poll = await dueFeed();
  const cancellation = new AbortController();
  const work = ingest(poll, hanging, limits, cancellation.signal);
  cancellation.abort(new Error('cancelled'));
  await t.throwsAsync(work, { message: 'cancelled' });
  t.is((await feedOf(poll)).status, 'never');
});

test('attributes a change to the same event in whatever order CloudTrail delivers the events', async (t) => {
  const called = (id: string, minutesAgo: number) => ({
    EventId: id,
    EventName: 'SetQueueAttributes',
    EventSource: 'sqs.amazonaws.com',
    EventTime: new Date(Date.now() - minutesAgo * 60_000),
    CloudTrailEvent: JSON.stringify({
      awsRegion: 'region-0',
      userIdentity: { type: 'IAMUser', userName: id },
      requestParameters: { queueUrl: 'queue-1' },
    }),
  });
  const [ann, bob] = [called('ann', 2), called('bob', 1)];
  const attributionAfter = async (...deliveries: (typeof ann)[][]) => {
    const poll = await dueFeed();
    await queryAsOwner(
      feeds.url,
      `with resource as (
         insert into resources (organization_id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
         values ($1, $2, 'region-0', 'AWS::SQS::Queue', 'queue-1', 'h', 1) returning id)
       insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source)
       select $1, id, $2, 'region-0', 'AWS::SQS::Queue', 'updated', 'scan' from resource`,
      [poll.organization, poll.account],
    );
    for (const Events of deliveries)
      await ingest(poll, () =>
        Promise.resolve({
          Events: Events.map((one) => ({ ...one, EventId: `${poll.feedId} ${one.EventId}` })),
        }),
      );
    const [found] = await queryAsOwner(
      feeds.url,
      'select attribution, event_id from changes where organization_id = $1',
      [poll.organization],
    );
    return [found?.['attribution'], String(found?.['event_id']).split(' ')[1]];
  };
  t.deepEqual(await attributionAfter([ann]), ['exact', 'ann']);
  t.deepEqual(await attributionAfter([ann, bob]), ['probable', 'bob']);
  t.deepEqual(await attributionAfter([ann], [bob]), ['probable', 'bob']);
  t.deepEqual(await attributionAfter([bob], [ann]), ['probable', 'bob']);
});

test('takes an attribution away when a complete poll has read its event again', async (t) => {
  const poll = await dueFeed();
  await queryAsOwner(
    feeds.url,
    `with event as (
       insert into cloudtrail_events (organization_id, aws_account_id, region, event_id, event_name, event_source, occurred_at, keys)
       values ($1, $2, 'region-0', $3, 'SetQueueAttributes', 'sqs', now() - interval '1 hour', '{earlier}')
     ), resource as (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
       values ($1, $2, 'region-0', 'AWS::SQS::Queue', 'queue-1', 'h', 1) returning id)
     insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, attribution, event_id, actor_name)
     select $1, id, $2, 'region-0', 'AWS::SQS::Queue', 'updated', 'scan', 'exact', $3, 'bob' from resource`,
    [poll.organization, poll.account, `${poll.feedId} bob`],
  );
  const again = {
    EventId: `${poll.feedId} bob`,
    EventName: 'SetQueueAttributes',
    EventSource: 'sqs.amazonaws.com',
    EventTime: new Date(Date.now() - 3_600_000),
    CloudTrailEvent: JSON.stringify({ requestParameters: { queueUrl: 'other', policy: 'queue-1' } }),
  };
  const attribution = async () => {
    const [found] = await queryAsOwner(
      feeds.url,
      'select attribution, actor_name from changes where organization_id = $1',
      [poll.organization],
    );
    return [found?.['attribution'], found?.['actor_name']];
  };
  t.is((await ingest(poll, empty)).outcome, 'ok');
  t.deepEqual(await attribution(), ['exact', 'bob'], 'the poll has not read the event');
  let calls = 0;
  const interrupted: Lookup = (request) => {
    calls += 1;
    return calls === 1
      ? Promise.resolve({ Events: [again], NextToken: 'more' })
      : failing('AccessDeniedException')(request);
  };
  t.is((await ingest(poll, interrupted)).outcome, 'denied');
  t.deepEqual(await attribution(), ['exact', 'bob'], 'the poll has not ended');
  t.is((await ingest(poll, empty)).outcome, 'ok');
  t.deepEqual(await attribution(), ['unattributed', null]);
});

test('a run reads long windows one by one, and a retry continues after the last complete one', async (t) => {
  const poll = await dueFeed();
  const starts: number[] = [];
  const lookup: Lookup = ({ input }) => {
    const { StartTime } = input as { readonly StartTime: Date };
    starts.push(StartTime.getTime());
    return starts.length === 3
      ? Promise.reject(Object.assign(new Error('denied'), { name: 'AccessDeniedException' }))
      : Promise.resolve({ Events: [] });
  };
  const hour = 3_600_000;
  const inWindows = { windowMs: 8 * hour, throttleTimeoutMs: 0, skipsActiveRuns: false };
  t.is((await ingest(poll, lookup, inWindows)).outcome, 'denied');
  const { watermark } = await feedOf(poll);
  t.is(watermark?.getTime(), (starts[0] ?? 0) + 16 * hour);
  t.is((await ingest(poll, lookup, inWindows)).outcome, 'ok');
  t.is(starts[3], (starts[0] ?? 0) + 16 * hour - 15 * 60_000);
});

// Serial, because it claims the due feeds of all organizations.
test.serial(
  'the periodic poll starts a run for a feed with too many events, and then leaves it to the run',
  async (t) => {
    const poll = await dueFeed();
    const started: RunToStart[] = [];
    let calls = 0;
    const registry = new Registry();
    const activities = createChangeActivities({
      workMetrics: createWorkMetrics(registry),
      database: feeds.database,
      secretHashKeys,
      logger,
      roles: rolesOf((request) => {
        calls += 1;
        return calls % 2 === 1
          ? Promise.resolve({ Events: [event(calls)], NextToken: 'more' })
          : hanging(request);
      }),
      temporal: { startRunWorkflow: (run) => Promise.resolve(void started.push(run)) },
      // The token for the second page is available after one second.
      pollTimeoutMs: 1_500,
    });
    const pollDue = () => new MockActivityEnvironment().run(() => activities.pollDueFeeds());
    t.like(await pollDue(), { failed: 0, more: false });
    t.is(calls, 2);
    t.like(started, [{ kind: 'ingest_changes', subjectId: poll.feedId }]);
    t.regex(await registry.metrics(), /^change_feed_polls_total\{outcome="unfinished"\} 1$/m);
    await queryAsOwner(feeds.url, 'update cloudtrail_feeds set next_poll_at = now() where id = $1', [
      poll.feedId,
    ]);
    await pollDue();
    t.is(calls, 2, 'the run is active');
    t.is(started.length, 1);
  },
);

// Serial, because it pauses the feeds of the other tests, whose regions no account uses.
test.serial('a failure in one organization does not stop the reconciliation of the others', async (t) => {
  const { database } = feeds;
  const failing = await feeds.createOrganization();
  const others = [await feeds.createOrganization(), await feeds.createOrganization()];
  const accounts = await Promise.all(others.map((organization) => feeds.createAccount(organization)));
  const { reconcileFeeds } = createChangeActivities({
    workMetrics: createWorkMetrics(new Registry()),
    database: {
      ...database,
      withTenant: <T>(organizationId: string, work: (tenant: Tenant) => Promise<T>) =>
        organizationId === failing
          ? Promise.reject(new Error('deadlock'))
          : database.withTenant(organizationId, work),
    },
    secretHashKeys,
    logger,
    roles: rolesOf(empty),
    temporal: { startRunWorkflow: () => Promise.resolve() },
  });
  await new MockActivityEnvironment().run(() => reconcileFeeds());
  for (const account of accounts)
    t.deepEqual(
      (await feeds.feeds(account)).map(({ region }) => region),
      ['us-east-1'],
    );
});

test('a poll that another release began and did not end reads its events again', async (t) => {
  const poll = await dueFeed();
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await queryAsOwner(
    feeds.url,
    'update cloudtrail_feeds set attributed_until = $2, watermark = $3, table_version = $4 where id = $1',
    [poll.feedId, minutesAgo(300), minutesAgo(60), 'earlier'],
  );
  const starts: number[] = [];
  const recording: Lookup = ({ input }) => {
    const { StartTime: start } = input as { readonly StartTime: Date };
    starts.push(Math.round((Date.now() - start.getTime()) / 60_000));
    return Promise.resolve({ Events: [event(1, minutesAgo(200))] });
  };
  t.is((await ingest(poll, recording)).outcome, 'ok');
  t.deepEqual(starts, [315], 'from the end of the last complete poll, with the delay of CloudTrail');
  const stored = () =>
    queryAsOwner(
      feeds.url,
      'select table_version, now() - watermark < $2::interval as current from cloudtrail_feeds where id = $1',
      [poll.feedId, '1 minute'],
    );
  t.deepEqual(await stored(), [{ table_version: operationTableVersion, current: true }]);
  await ingest(poll, recording);
  t.deepEqual(starts, [315, 15], 'the same release continues');
  // Meanwhile a worker of another release takes the feed: this one no longer moves the watermark.
  await ingest(poll, async () => {
    await queryAsOwner(
      feeds.url,
      "update cloudtrail_feeds set table_version = 'other', watermark = $2 where id = $1",
      [poll.feedId, minutesAgo(300)],
    );
    return { Events: [] };
  });
  t.deepEqual(await stored(), [{ table_version: 'other', current: false }]);
});
