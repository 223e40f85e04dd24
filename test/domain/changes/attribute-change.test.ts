import test from 'ava';
import fc from 'fast-check';
import { attributeChange } from '../../../domain/changes/attribute-change.ts';
import type { UnattributedChange } from '../../../domain/changes/attribute-change.ts';
import { readTrailEvent } from '../../../domain/changes/read-trail-event.ts';
import type { TrailEvent } from '../../../domain/changes/read-trail-event.ts';
import { RESOURCE_TYPES } from '../../../domain/discovery/declaration/resource-types.ts';

const arn = 'arn:aws:sqs:eu-west-1:111111111111:orders';
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

const change: UnattributedChange = {
  kind: 'updated',
  resourceType: 'AWS::SQS::Queue',
  arn,
  nativeId: 'https://sqs.eu-west-1.amazonaws.com/111111111111/orders',
  name: 'orders',
  createdAt: undefined,
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
    name: undefined,
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
  const before = event({ occurredAt: new Date(at(0).getTime() - 1) });
  t.is(attributeChange(change, [before, event({ occurredAt: at(31) })]), undefined);
});

test('considers events of the second in which the previous scan began', (t) => {
  const since = new Date(at(0).getTime() + 700);
  const called = event({ occurredAt: at(0) });
  t.is(attributeChange({ ...change, since }, [called])?.attribution, 'exact');
});

const role: UnattributedChange = {
  ...change,
  resourceType: 'AWS::IAM::Role',
  arn: 'arn:aws:iam::111111111111:role/deploy',
  nativeId: 'deploy',
  name: 'deploy',
};

test('ignores events of other services that name the ARN of a resource', (t) => {
  const own = event({ eventName: 'UpdateRole', eventSource: 'iam', keys: ['deploy'] });
  const other = event({
    eventId: 'e2',
    eventName: 'UpdateFunctionConfiguration20150331v2',
    eventSource: 'lambda',
    keys: [role.arn ?? ''],
  });
  t.is(attributeChange(role, [other]), undefined);
  t.deepEqual(attributeChange(role, [own, other]), { event: own, attribution: 'exact' });
});

test('attributes an update exactly to a call of the tagging API, and a deletion never', (t) => {
  const tagged = event({ eventName: 'TagResources', eventSource: 'tagging', keys: [arn] });
  t.is(attributeChange(change, [tagged])?.attribution, 'exact');
  t.is(attributeChange({ ...change, kind: 'deleted' }, [tagged])?.attribution, 'probable');
});

test('recognises the service of a type without a collector by the ARN of the resource', (t) => {
  const project: UnattributedChange = {
    ...change,
    resourceType: 'AWS::Rekognition::Project',
    arn: 'arn:aws:rekognition:eu-west-1:111111111111:project/p/1',
  };
  const called = event({ eventName: 'UpdateProject', eventSource: 'rekognition', keys: [project.arn ?? ''] });
  t.is(attributeChange(project, [called])?.attribution, 'exact');
});

for (const [type, source, eventName] of [
  ['AWS::AmazonMQ::Broker', 'amazonmq', 'UpdateBroker'],
  ['AWS::ApplicationAutoScaling::ScalableTarget', 'autoscaling', 'RegisterScalableTarget'],
  ['AWS::CloudWatch::Alarm', 'monitoring', 'PutMetricAlarm'],
  ['AWS::IdentityStore::User', 'sso-directory', 'UpdateUser'],
  ['AWS::ServiceCatalogAppRegistry::Application', 'servicecatalog-appregistry', 'UpdateApplication'],
] as const) {
  test(`events of ${type} come from ${source}`, (t) => {
    const called = event({ eventName, eventSource: source });
    t.is(attributeChange({ ...change, resourceType: type }, [called])?.attribution, 'exact');
  });
}

test('never attributes exactly to an event of another service', (t) => {
  const kinds = fc.constantFrom('created', 'updated', 'deleted', 'reappeared');
  const verbs = fc.constantFrom('Create', 'Put', 'Update', 'Set', 'Attach', 'Delete', 'Detach', 'Terminate');
  const types = fc.constantFrom(...RESOURCE_TYPES);
  const sources = fc.constantFrom('s3', 'iam', 'lambda', 'kms', 'sts', 'cloudformation', 'signin');
  fc.assert(
    fc.property(kinds, types, verbs, sources, (kind, { resourceType, service }, verb, eventSource) => {
      const eventName = `${verb}${resourceType.split('::').at(-1) ?? ''}`;
      const found = attributeChange({ ...change, kind, resourceType }, [
        event({ eventName, eventSource, keys: [arn, change.nativeId, 'orders'] }),
      ]);
      t.true(found === undefined || eventSource === service);
    }),
  );
});

test('attributes a creation exactly only to a call at the time of creation', (t) => {
  const created = { ...change, kind: 'created' as const, since: undefined, createdAt: at(10) };
  const called = (minute: number) => event({ eventName: 'CreateQueue', occurredAt: at(minute) });
  t.is(attributeChange(created, [called(9)])?.attribution, 'exact');
  t.is(attributeChange(created, [called(20)]), undefined);
  t.is(
    attributeChange({ ...created, createdAt: at(100), until: at(100) }, [called(9)])?.attribution,
    'probable',
  );
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

test('keeps names with spaces and of one character, and no documents and sentences', (t) => {
  const sentence = 'Alerts the team when the processors of a host are busy. '.repeat(3);
  const requestParameters = {
    alarmName: 'CPU high',
    dimension: 'a',
    alarmDescription: sentence,
    policy: '{"Statement": []}',
    list: ' ["a", "b"]',
    script: 'echo\necho',
    none: '',
    url: `https://example.com/${'a'.repeat(200)}`,
  };
  const CloudTrailEvent = JSON.stringify({ requestParameters });
  const parsed = readTrailEvent({
    EventId: 'e1',
    EventName: 'PutMetricAlarm',
    EventTime: at(1),
    CloudTrailEvent,
  });
  t.deepEqual(parsed?.keys, ['CPU high', 'a', requestParameters.url]);
});

test('parses an event with deeply nested parameters', (t) => {
  const depth = 100_000;
  const CloudTrailEvent = `{"requestParameters":["orders",${'['.repeat(depth)}"deep"${']'.repeat(depth)}]}`;
  const parsed = readTrailEvent({ EventId: 'e1', EventName: 'PutItem', EventTime: at(1), CloudTrailEvent });
  t.deepEqual(parsed?.keys, ['orders', 'deep']);
});
