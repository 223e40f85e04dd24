import test from 'ava';
import { cloudControlType } from '../../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { observeDescription } from '../../../../domain/discovery/cloud-control/observe-description.ts';
import { collectorOf } from '../../../../domain/discovery/declaration/resource-types.ts';
import { observe } from '../../../../domain/discovery/observation/observe.ts';
import type { RawItem } from '../../../../domain/discovery/observation/observe.ts';

const scope = { account: '123456789012', region: 'eu-west-1', partition: 'aws' };
const hash = (): string => 'a'.repeat(64);

function nameOf(type: string, item: RawItem, tags?: Readonly<Record<string, string>>): string | null {
  const collector = collectorOf(type);
  if (collector === undefined) throw new TypeError(`No collector for ${type}`);
  return observe(collector, item, tags, scope, hash)?.name ?? null;
}

const listener = 'AWS::ElasticLoadBalancingV2::Listener';
const rule = 'AWS::ElasticLoadBalancingV2::ListenerRule';
const integration = 'AWS::ApiGatewayV2::Integration';
const mapping = 'AWS::Lambda::EventSourceMapping';

test('a resource without a name has the label of its type', (t) => {
  t.is(nameOf(listener, { ListenerArn: 'arn:1', Protocol: 'HTTPS', Port: 443 }), 'HTTPS:443');
  // Listeners of gateway load balancers have neither port nor protocol.
  t.is(nameOf(listener, { ListenerArn: 'arn:1' }), null);
  t.is(
    nameOf(rule, { RuleArn: 'arn:2', Priority: '10', Conditions: [{ Values: ['/api/*', '/v1/*'] }] }),
    '10 /api/*',
  );
  t.is(nameOf(rule, { RuleArn: 'arn:2', Priority: 'default', Conditions: [] }), 'default');
});

test('an integration is named by its target', (t) => {
  const ids = { ApiId: 'a', IntegrationId: 'i', IntegrationType: 'AWS_PROXY' };
  const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
  const uri = `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${arn}/invocations`;
  for (const IntegrationUri of [arn, uri]) t.is(nameOf(integration, { ...ids, IntegrationUri }), 'orders');
  t.is(
    nameOf(integration, { ...ids, IntegrationUri: 'https://example.com/hook?key=1' }),
    'https://example.com/hook',
  );
  t.is(nameOf(integration, { ...ids, IntegrationType: 'MOCK' }), 'MOCK');
});

test('an event source mapping is named by its source and its function', (t) => {
  const FunctionArn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders:live';
  const sources = {
    'arn:aws:sqs:eu-west-1:123456789012:jobs': 'jobs to orders:live',
    'arn:aws:dynamodb:eu-west-1:123456789012:table/users/stream/2026-01-01T00:00:00.000':
      'table/users to orders:live',
    'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks': 'stream/clicks to orders:live',
  };
  for (const [EventSourceArn, name] of Object.entries(sources))
    t.is(nameOf(mapping, { UUID: 'u', FunctionArn, EventSourceArn }), name);
  t.is(nameOf(mapping, { UUID: 'u', FunctionArn }), 'orders:live');
});

test('the tag Name is preferred to the label', (t) => {
  const item = { ListenerArn: 'arn:1', Protocol: 'HTTPS', Port: 443 };
  t.is(nameOf(listener, item, { Name: 'public' }), 'public');
});

test('an empty tag Name is no name', (t) => {
  const item = { ListenerArn: 'arn:1', Protocol: 'HTTPS', Port: 443 };
  t.is(nameOf(listener, item, { Name: '' }), 'HTTPS:443');
  t.is(nameOf('AWS::EC2::VPC', { VpcId: 'vpc-1' }, { Name: '' }), null);
  const type = cloudControlType('AWS::IVS::Channel');
  if (type === undefined) throw new TypeError('No type AWS::IVS::Channel');
  t.is(observeDescription(type, 'channel-1', { Tags: [{ Key: 'Name', Value: '' }] }, hash).name, undefined);
});

test('a label contains no credential and at most 200 characters', (t) => {
  const ids = { ApiId: 'a', IntegrationId: 'i' };
  t.is(
    nameOf(integration, { ...ids, IntegrationUri: 'https://user:hunter2@example.com' }),
    `https://user:hmac-sha256:${hash()}@example.com`,
  );
  const long = nameOf('AWS::EC2::Snapshot', { SnapshotId: 'snap-1', Description: '\u{1F600}'.repeat(300) });
  t.is(long, '\u{1F600}'.repeat(200));
});

test('a name from a tag contains no credential, and a name that is the identifier stays', (t) => {
  const token = `glpat-${'x'.repeat(20)}`;
  t.is(nameOf('AWS::EC2::VPC', { VpcId: 'vpc-1' }, { Name: `old ${token}` }), `old hmac-sha256:${hash()}`);
  const AccessKeyId = 'AKIAIOSFODNN7EXAMPLE';
  t.is(nameOf('AWS::IAM::AccessKey', { AccessKeyId, UserName: 'alice' }), AccessKeyId);
  const type = cloudControlType('AWS::IVS::Channel');
  if (type === undefined) throw new TypeError('No type AWS::IVS::Channel');
  const observed = observeDescription(type, 'channel-1', { Tags: [{ Key: 'Name', Value: token }] }, hash);
  t.is(observed.name, `hmac-sha256:${hash()}`);
});

test('the tag Name is preferred to an id that AWS chose', (t) => {
  const tags = { Name: 'production' };
  t.is(nameOf('AWS::GuardDuty::Detector', { DetectorId: 'd1', Tags: tags }), 'production');
  t.is(nameOf('AWS::GuardDuty::Detector', { DetectorId: 'd1' }), null);
  const volume = { VolumeARN: 'arn:1', VolumeId: 'vol-1' };
  t.is(nameOf('AWS::StorageGateway::Volume', volume, tags), 'production');
  t.is(nameOf('AWS::StorageGateway::Volume', volume, {}), 'vol-1');
  const share = { FileShareARN: 'arn:1', FileShareId: 'share-1' };
  t.is(nameOf('AWS::StorageGateway::FileShare', share, tags), 'production');
});

test('a location of Lake Formation is named by its bucket and prefix', (t) => {
  const item = { ResourceArn: 'arn:aws:s3:::lake/raw' };
  t.is(nameOf('AWS::LakeFormation::Resource', item), 'lake/raw');
});

test('another time of creation of an Athena workgroup is no change of its configuration', (t) => {
  const workgroup = collectorOf('AWS::Athena::WorkGroup');
  if (workgroup === undefined) return t.fail();
  const observed = (CreationTime: string) =>
    observe(workgroup, { Name: 'primary', State: 'ENABLED', CreationTime }, {}, scope, hash);
  const [first, second] = ['2026-02-03T04:05:06.000Z', '2026-02-04T04:05:06.000Z'].map(observed);
  t.deepEqual(first?.configuration, second?.configuration);
  t.is(second?.createdAt, '2026-02-04T04:05:06.000Z');
});
