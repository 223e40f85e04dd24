import test from 'ava';
import { dueCellsOf } from '../../../domain/changes/due-cells.ts';
import { operationsOf } from '../../../domain/changes/operations.ts';
import { readTypedEvent } from '../../../domain/changes/read-typed-event.ts';
import type { TypedEvent } from '../../../domain/changes/read-typed-event.ts';
import { repeatedOperations } from '../../../domain/changes/repeated-operations.ts';

const account = '111122223333';
const at = new Date('2026-02-03T04:05:06Z');

function eventOf(source: string, name: string, record: object, region = 'eu-west-1', time = at): TypedEvent {
  const event = readTypedEvent(
    {
      EventId: `${source} ${name} ${time.getTime()}`,
      EventName: name,
      EventSource: `${source}.amazonaws.com`,
      EventTime: time,
      CloudTrailEvent: JSON.stringify({ awsRegion: region, ...record }),
    },
    region,
  );
  if (event === undefined) throw new Error('the event is read-only');
  return event;
}

const cellsOf = (...events: readonly TypedEvent[]) =>
  dueCellsOf(events, account)
    .cells.map(({ region, resourceType }) => `${region} ${resourceType}`)
    .toSorted();

test('a resource that an event names makes its cell due, from the first to the last event', (t) => {
  const queueUrl = `https://sqs.eu-west-1.amazonaws.com/${account}/orders`;
  const later = new Date(at.getTime() + 60_000);
  const { cells, untyped } = dueCellsOf(
    [
      eventOf('sqs', 'DeleteQueue', { requestParameters: { queueUrl } }, 'eu-west-1', later),
      eventOf('sqs', 'SetQueueAttributes', { requestParameters: { queueUrl } }),
    ],
    account,
  );
  t.deepEqual(cells, [
    { region: 'eu-west-1', resourceType: 'AWS::SQS::Queue', firstEventAt: at, lastEventAt: later },
  ]);
  t.deepEqual(untyped, []);
});

test('an operation makes the cell of the type due that it creates, although the event names no resource', (t) => {
  t.deepEqual(cellsOf(eventOf('ec2', 'CreateVpc', { requestParameters: { cidrBlock: '10.0.0.0/16' } })), [
    'eu-west-1 AWS::EC2::VPC',
  ]);
});

test('types that are read in region global have their due cells there, wherever the operation was called', (t) => {
  t.deepEqual(
    cellsOf(eventOf('iam', 'UpdateRole', { requestParameters: { roleName: 'deploy' } }, 'us-east-1')),
    ['global AWS::IAM::Role'],
  );
  t.deepEqual(
    cellsOf(
      eventOf('monitoring', 'PutDashboard', { requestParameters: { dashboardName: 'orders' } }, 'eu-west-1'),
    ),
    ['global AWS::CloudWatch::Dashboard'],
  );
  const webAcl = { requestParameters: { name: 'shop', scope: 'CLOUDFRONT' } };
  t.deepEqual(cellsOf(eventOf('wafv2', 'CreateWebACL', webAcl, 'us-east-1')), [
    'global AWS::WAFv2::WebACL',
    'us-east-1 AWS::WAFv2::WebACL',
  ]);
  t.deepEqual(cellsOf(eventOf('wafv2', 'CreateWebACL', webAcl)), ['eu-west-1 AWS::WAFv2::WebACL']);
});

test('the region of an ARN and regions in parameters decide which cells are due', (t) => {
  const topic = (region: string, of = account) => ({
    requestParameters: { topicArn: `arn:aws:sns:${region}:${of}:orders` },
  });
  t.deepEqual(cellsOf(eventOf('sns', 'SetTopicAttributes', topic('eu-central-1'))), [
    'eu-central-1 AWS::SNS::Topic',
  ]);
  t.deepEqual(cellsOf(eventOf('sns', 'SetTopicAttributes', topic('eu-west-1', '999999999999'))), []);
  const replica = {
    requestParameters: { tableName: 'orders', replicaUpdates: [{ create: { regionName: 'eu-north-1' } }] },
  };
  t.deepEqual(cellsOf(eventOf('dynamodb', 'UpdateTable', replica)), [
    'eu-north-1 AWS::DynamoDB::Table',
    'eu-west-1 AWS::DynamoDB::Table',
  ]);
});

test('ARNs and EC2 ids without a type are looked up in the inventory', (t) => {
  const tags = { requestParameters: { resourcesSet: { items: [{ resourceId: 'vpc-0123456789abcdef0' }] } } };
  t.deepEqual(dueCellsOf([eventOf('ec2', 'CreateTags', tags)], account), {
    cells: [],
    untyped: [{ kind: 'id', identifier: 'vpc-0123456789abcdef0', occurredAt: at }],
  });
});

test('operations that services repeat by themselves make nothing due', (t) => {
  const events = [
    eventOf('logs', 'CreateLogStream', { requestParameters: { logGroupName: 'a', logStreamName: 'b' } }),
    eventOf('ssm', 'UpdateInstanceInformation', { requestParameters: { instanceId: 'i-0123456789abcdef0' } }),
    eventOf('kms', 'CreateGrant', {
      requestParameters: { keyId: 'alias/orders' },
      resources: [{ ARN: `arn:aws:kms:eu-west-1:${account}:key/1` }],
    }),
  ];
  t.deepEqual(dueCellsOf(events, account), { cells: [], untyped: [] });
});

test('no operation of the table of repeated operations creates or deletes a collected type', (t) => {
  const names = new Set<string>();
  for (const { reason, operations } of repeatedOperations) {
    t.regex(reason, /^[A-Z].*\.$/);
    for (const [source, ofSource] of Object.entries(operations))
      for (const name of ofSource) {
        t.false(names.has(`${source} ${name}`), `${source} ${name} is listed twice`);
        names.add(`${source} ${name}`);
        const effects = operationsOf(source, name).flatMap(({ targets }) =>
          targets.map((one) => one.effects),
        );
        t.deepEqual(
          [...new Set(effects)].filter((effect) => effect !== 'u'),
          [],
          `${source} ${name}`,
        );
      }
  }
  t.true(names.size > 60);
});
