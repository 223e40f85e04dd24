import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  attributedRegions,
  listAttributionCandidates,
  updateAttributions,
} from '../../../db/changes/attribution-store.ts';
import type { AttributionCandidate, ChangePosition } from '../../../db/changes/attribution-store.ts';
import { findFeed, insertEvents } from '../../../db/changes/feed-store.ts';
import type { Feed } from '../../../db/changes/feed-store.ts';
import { createTrailKeys } from '../../../db/changes/trail-keys.ts';
import type { Cause, NamingEvent } from '../../../domain/changes/choose-event.ts';
import type { TypedEvent } from '../../../domain/changes/read-typed-event.ts';
import { useFeedDatabase } from '../../support/changes/feed-database.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const feeds = useFeedDatabase();
const keys = createTrailKeys(Buffer.alloc(32));
const region = 'region-0';

interface Account {
  readonly organization: string;
  readonly account: string;
  readonly feed: Feed;
}

async function accountWithFeed(): Promise<Account> {
  const organization = await feeds.createOrganization();
  const account = await feeds.createAccount(organization);
  const [id = ''] = await feeds.createFeeds(organization, account, 1, 0);
  const feed = await feeds.database.withTenant(organization, (tenant) => findFeed(tenant, id));
  if (feed === undefined) throw new Error('no feed');
  return { organization, account, feed };
}

/** Inserts `count` queues `queue-1`, `queue-2`, … with one unattributed change each, all detected at the same time. */
async function insertChanges({ organization, account }: Account, count: number, since?: Date): Promise<void> {
  await queryAsOwner(
    feeds.url,
    `with resource as (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, arn, name, config_hash, rule_set)
       select $1, $2, $3, 'AWS::SQS::Queue', 'queue-' || n, 'arn:aws:sqs:region-0:111122223333:queue-' || n, 'queue-' || n, 'h', 1
       from generate_series(1, $4::int) n returning id)
     insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, since)
     select $1, id, $2, $3, 'AWS::SQS::Queue', 'created', 'scan', $5 from resource`,
    [organization, account, region, count, since ?? null],
  );
}

function event(identifier: string, values: Partial<TypedEvent> = {}, type = 'AWS::SQS::Queue'): TypedEvent {
  return {
    eventId: randomUUID(),
    eventName: 'CreateQueue',
    eventSource: 'sqs',
    occurredAt: new Date(Date.now() - 60_000),
    region,
    otherRegions: [],
    actor: { type: 'IAMUser', arn: undefined, name: 'ann', via: undefined },
    references: [referenceTo(identifier, type)],
    ...values,
  };
}

const referenceTo = (identifier: string, resourceType = 'AWS::SQS::Queue') =>
  ({ resourceType, identifier, kind: 'name', via: '{queueName}' }) as const;
const identifiersOf = ({ references }: NamingEvent) => references.map(({ identifier }) => identifier);

const insert = ({ organization, feed }: Account, events: readonly TypedEvent[]) =>
  feeds.database.withTenant(organization, (tenant) => insertEvents(tenant, feed, events, keys));

/** Reads all pages. */
async function candidatesOf({
  organization,
  feed,
}: Account): Promise<readonly (readonly AttributionCandidate[])[]> {
  const pages: (readonly AttributionCandidate[])[] = [];
  let after: ChangePosition | undefined;
  do {
    const from = after;
    const page = await feeds.database.withTenant(organization, (tenant) =>
      listAttributionCandidates(tenant, feed, region, keys, from),
    );
    pages.push(page.candidates);
    after = page.next;
  } while (after !== undefined);
  return pages;
}

test('lists every change of the region once, with the events that name it', async (t) => {
  const account = await accountWithFeed();
  await insertChanges(account, 250);
  const other = await accountWithFeed();
  await insertChanges(other, 1);
  await insert(
    account,
    Array.from({ length: 250 }, (_, n) => event(`queue-${n + 1}`)),
  );
  const pages = await candidatesOf(account);
  t.deepEqual(
    pages.map(({ length }) => length),
    [100, 100, 50],
  );
  const found = pages.flat();
  t.is(new Set(found.map(({ id }) => id)).size, 250);
  for (const { change, events, isTruncated } of found) {
    t.false(isTruncated);
    t.deepEqual(events.map(identifiersOf), [[change.nativeId]]);
  }
  t.deepEqual(await candidatesOf(other), [[]]);
});

test('leaves out events outside the window of the change, and names each identifier of an event', async (t) => {
  const account = await accountWithFeed();
  const since = new Date(Date.now() - 120_000);
  await insertChanges(account, 1, since);
  const arn = 'arn:aws:sqs:region-0:111122223333:queue-1';
  const inside = event(arn, { references: ['queue-1', arn, 'elsewhere'].map((one) => referenceTo(one)) });
  await insert(account, [
    inside,
    event(arn, { occurredAt: new Date(since.getTime() - 1000) }),
    event(arn, { occurredAt: new Date(Date.now() + 60_000) }),
  ]);
  const [[candidate] = []] = await candidatesOf(account);
  t.is(candidate?.events.length, 1);
  t.is(candidate?.events[0]?.eventId, inside.eventId);
  t.deepEqual(candidate?.events.flatMap(identifiersOf).toSorted(), [arn, 'queue-1']);
});

test('reads at most 500 events for an identifier, and says that there are more', async (t) => {
  const account = await accountWithFeed();
  await insertChanges(account, 2);
  const many = (count: number, key: string) => Array.from({ length: count }, () => event(key));
  await insert(account, [...many(501, 'queue-1'), ...many(500, 'queue-2')]);
  const found = (await candidatesOf(account)).flat();
  t.deepEqual(
    found
      .map(({ change, events, isTruncated }) => [change.nativeId, events.length, isTruncated])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    [
      ['queue-1', 500, true],
      ['queue-2', 500, false],
    ],
  );
});

test('lists an attributed change again until a poll has read the events that CloudTrail delivers late', async (t) => {
  const account = await accountWithFeed();
  await insertChanges(account, 1);
  const first = event('queue-1');
  await insert(account, [first]);
  const attributeTo = (id: string, cause: TypedEvent, attribution: 'exact' | 'probable') =>
    feeds.database.withTenant(account.organization, (tenant) =>
      updateAttributions(tenant, [{ id, cause: { event: cause, attribution, candidates: [] } }]),
    );
  const id = (await candidatesOf(account))[0]?.[0]?.id ?? '';
  t.deepEqual(await attributeTo(id, first, 'exact'), [id]);
  t.deepEqual(await attributeTo(id, first, 'exact'), [], 'the attribution is the same');
  const later = event('queue-1');
  await insert(account, [later]);
  const polledAt = (minutes: number) => ({
    ...account,
    feed: { ...account.feed, attributedUntil: new Date(Date.now() + minutes * 60_000) },
  });
  t.deepEqual(
    (await candidatesOf(polledAt(10))).flat().map(({ events }) => events.length),
    [2],
  );
  t.deepEqual(await attributeTo(id, later, 'probable'), [id]);
  t.deepEqual((await candidatesOf(polledAt(20))).flat(), []);
});

test('the events of a global region explain global changes as well', async (t) => {
  const { feed } = await accountWithFeed();
  t.deepEqual(attributedRegions(feed), [region]);
  t.deepEqual(attributedRegions({ ...feed, region: 'us-east-1' }), ['us-east-1', 'global']);
});

test('leaves out a change whose event has keys of another version of the table, until they are read again', async (t) => {
  const account = await accountWithFeed();
  await insertChanges(account, 1);
  const first = event('queue-1');
  await insert(account, [first]);
  const id = (await candidatesOf(account))[0]?.[0]?.id ?? '';
  const update = (cause: Cause | undefined) =>
    feeds.database.withTenant(account.organization, (tenant) => updateAttributions(tenant, [{ id, cause }]));
  await update({ event: first, attribution: 'exact', candidates: [] });
  await queryAsOwner(
    feeds.url,
    "update cloudtrail_events set table_version = 'earlier' where event_id = $1",
    [first.eventId],
  );
  t.deepEqual((await candidatesOf(account)).flat(), []);
  await insert(account, [{ ...first, references: [referenceTo('other')] }]);
  const [again] = (await candidatesOf(account)).flat();
  t.like(again, { id, events: [], isAttributed: true });
  t.deepEqual(await update(undefined), [id]);
  const [stored] = await queryAsOwner(
    feeds.url,
    'select attribution, event_id, actor_name, occurred_at = detected_at as is_reset from changes where id = $1',
    [id],
  );
  t.deepEqual(stored, { attribution: 'unattributed', event_id: null, actor_name: null, is_reset: true });
});

test('finds events that name an owner, with the row of the owner', async (t) => {
  const account = await accountWithFeed();
  const [row] = await queryAsOwner<{ id: string }>(
    feeds.url,
    `with instance as (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
       values ($1, $2, $3, 'AWS::EC2::Instance', 'i-0123456789abcdef0', 'h', 1) returning id
     ), volume as (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
       values ($1, $2, $3, 'AWS::EC2::Volume', 'vol-0123456789abcdef0', 'h', 1) returning id
     ), document as (
       insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
       select $1, id, 1, '{"Attachments": [{"InstanceId": "i-0123456789abcdef0"}]}', '{}',
         '{"aws:cloudformation:stack-id": "arn:aws:cloudformation:region-0:1:stack/shop/1a"}' from volume
     ), change as (
       insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source)
       select $1, id, $2, $3, 'AWS::EC2::Volume', 'deleted', 'scan' from volume
     )
     select id from instance`,
    [account.organization, account.account, region],
  );
  await insert(account, [
    event(
      'i-0123456789abcdef0',
      { eventName: 'TerminateInstances', eventSource: 'ec2' },
      'AWS::EC2::Instance',
    ),
    event('shop', { eventName: 'DeleteStack', eventSource: 'cloudformation' }, 'AWS::CloudFormation::Stack'),
  ]);
  const [candidate] = (await candidatesOf(account)).flat();
  t.deepEqual(candidate?.events.map(({ eventName }) => eventName).toSorted(), [
    'DeleteStack',
    'TerminateInstances',
  ]);
  t.like(
    candidate?.change.owners.find(({ resourceType }) => resourceType === 'AWS::EC2::Instance'),
    { id: row?.id, nativeId: 'i-0123456789abcdef0' },
  );
});
