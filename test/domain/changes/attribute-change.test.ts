import test from 'ava';
import { attributeChange } from '../../../domain/changes/attribute-change.ts';
import type { UnattributedChange } from '../../../domain/changes/attribute-change.ts';
import { readTrailEvent } from '../../../domain/changes/read-trail-event.ts';
import type { TrailEvent } from '../../../domain/changes/read-trail-event.ts';

const arn = 'arn:aws:sqs:eu-west-1:111111111111:orders';
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

const change: UnattributedChange = {
  kind: 'updated',
  resourceType: 'AWS::SQS::Queue',
  arn,
  nativeId: 'https://sqs.eu-west-1.amazonaws.com/111111111111/orders',
  name: 'orders',
  since: at(0),
  until: at(30),
};

const event = (fields: Partial<TrailEvent>): TrailEvent => ({
  eventId: 'e1',
  eventName: 'SetQueueAttributes',
  eventSource: 'sqs',
  occurredAt: at(10),
  actorType: 'IAMUser',
  actorArn: 'arn:aws:iam::111111111111:user/ann',
  actorName: 'ann',
  keys: [change.nativeId],
  ...fields,
});

test('attributes exactly when one matching event names the id', (t) => {
  t.is(attributeChange(change, [event({})])?.attribution, 'exact');
});

test('never attributes exactly when there may be other events', (t) => {
  t.is(attributeChange(change, [event({})], true)?.attribution, 'probable');
});

test('compares ARNs with their partition', (t) => {
  const role = 'arn:aws-us-gov:iam::111111111111:role/deploy';
  const inGovCloud: UnattributedChange = {
    ...change,
    resourceType: 'AWS::IAM::Role',
    arn: role,
    nativeId: 'AROAEXAMPLE',
    name: null,
  };
  const called = event({ eventName: 'UpdateRole', eventSource: 'iam', keys: [role] });
  t.is(attributeChange(inGovCloud, [called])?.attribution, 'exact');
  const elsewhere = event({ ...called, keys: [role.replace('aws-us-gov', 'aws')] });
  t.is(attributeChange(inGovCloud, [elsewhere]), undefined);
});

test('attributes as probable to the latest of two matching events', (t) => {
  const later = event({ eventId: 'e2', occurredAt: at(20) });
  t.deepEqual(attributeChange(change, [later, event({})]), { event: later, attribution: 'probable' });
});

test('attributes as probable by name, only for events of the same service', (t) => {
  t.is(attributeChange(change, [event({ keys: ['orders'] })])?.attribution, 'probable');
  t.is(attributeChange(change, [event({ keys: ['orders'], eventSource: 'sns' })]), undefined);
});

test('ignores events outside the window between two scans', (t) => {
  t.is(attributeChange(change, [event({ occurredAt: at(0) }), event({ occurredAt: at(31) })]), undefined);
});

test('attributes a deletion at most as probable to a call that updates', (t) => {
  const deleted = { ...change, kind: 'deleted' as const };
  t.is(attributeChange(deleted, [event({})])?.attribution, 'probable');
  t.is(attributeChange(deleted, [event({}), event({ eventName: 'DeleteQueue' })])?.attribution, 'exact');
});

test('parses actor, time and identifiers, and drops read-only events, failed events and parameters', (t) => {
  const record = {
    userIdentity: { type: 'AssumedRole', arn: 'arn:aws:sts::111111111111:assumed-role/deploy/ci' },
    requestParameters: { queueUrl: change.nativeId, attributes: { Policy: '{"Statement": []}' } },
  };
  const lookupEvent = {
    EventId: 'e1',
    EventName: 'SetQueueAttributes',
    EventSource: 'sqs.amazonaws.com',
    EventTime: at(1),
    ReadOnly: 'false',
    Username: 'ci',
    CloudTrailEvent: JSON.stringify(record),
  };
  t.deepEqual(readTrailEvent(lookupEvent), {
    eventId: 'e1',
    eventName: 'SetQueueAttributes',
    eventSource: 'sqs',
    occurredAt: at(1),
    actorType: 'AssumedRole',
    actorArn: 'arn:aws:sts::111111111111:assumed-role/deploy/ci',
    actorName: 'ci',
    keys: [change.nativeId],
  });
  t.is(readTrailEvent({ ...lookupEvent, ReadOnly: 'true' }), undefined);
  t.is(
    readTrailEvent({
      ...lookupEvent,
      CloudTrailEvent: JSON.stringify({ ...record, errorCode: 'AccessDenied' }),
    }),
    undefined,
  );
  t.is(readTrailEvent({ ...lookupEvent, CloudTrailEvent: 'not json' })?.eventId, 'e1');
});

test('parses an event with deeply nested parameters', (t) => {
  const depth = 100_000;
  const CloudTrailEvent = `{"requestParameters":["orders",${'['.repeat(depth)}"deep"${']'.repeat(depth)}]}`;
  const parsed = readTrailEvent({ EventId: 'e1', EventName: 'PutItem', EventTime: at(1), CloudTrailEvent });
  t.deepEqual(parsed?.keys, ['orders', 'deep']);
});
