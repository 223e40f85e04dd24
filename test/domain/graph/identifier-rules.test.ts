import { createHash } from 'node:crypto';
import test from 'ava';
import type { HolderDocument } from '../../../domain/graph/edge-rule.ts';
import { extractHolder } from '../../../domain/graph/extract-holder.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns `<kind> <key>` of the identifiers of a resource, besides its ARN, id and name. */
function identifiersOf(
  type: string,
  nativeId: string,
  configuration: object,
  region = 'eu-west-1',
): readonly string[] {
  const document: HolderDocument = {
    resourceType: `AWS::${type}`,
    nativeId,
    arn: undefined,
    name: undefined,
    awsAccountNumber: '123456789012',
    region,
    configuration: JSON.stringify(configuration),
    volatile: '{}',
    tags: '{}',
  };
  return extractHolder(document, hash)
    .identifiers.map(({ kind, key }) => `${kind} ${key}`)
    .filter((identifier) => identifier !== `id ${nativeId}`);
}

test('a network interface is named by its addresses in its VPC', (t) => {
  const configuration = {
    VpcId: 'vpc-0a1b2c3d4e5f60718',
    PrivateIpAddresses: [{ PrivateIpAddress: '10.0.1.7' }, { PrivateIpAddress: '10.0.1.8' }],
  };
  t.deepEqual(identifiersOf('EC2::NetworkInterface', 'eni-0a1b2c3d4e5f60718', configuration), [
    'name vpc-0a1b2c3d4e5f60718/10.0.1.7',
    'dns 10.0.1.7',
    'name vpc-0a1b2c3d4e5f60718/10.0.1.8',
    'dns 10.0.1.8',
  ]);
});

test('a bucket has the host names of its endpoints', (t) => {
  t.deepEqual(identifiersOf('S3::Bucket', 'uploads', { Name: 'uploads' }), [
    'dns uploads.s3.amazonaws.com',
    'dns uploads.s3.eu-west-1.amazonaws.com',
    'dns uploads.s3-website-eu-west-1.amazonaws.com',
    'dns uploads.s3-website.eu-west-1.amazonaws.com',
  ]);
});

test('host names end with the DNS suffix of the partition', (t) => {
  const region = 'cn-north-1';
  t.deepEqual(identifiersOf('S3::Bucket', 'uploads', { Name: 'uploads' }, region), [
    'dns uploads.s3.amazonaws.com.cn',
    'dns uploads.s3.cn-north-1.amazonaws.com.cn',
    'dns uploads.s3-website-cn-north-1.amazonaws.com.cn',
    'dns uploads.s3-website.cn-north-1.amazonaws.com.cn',
  ]);
  t.deepEqual(identifiersOf('EFS::FileSystem', 'fs-1', { FileSystemId: 'fs-1' }, region), [
    'dns fs-1.efs.cn-north-1.amazonaws.com.cn',
  ]);
});

test('a secret also has the ARN without its random suffix', (t) => {
  const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod-db';
  t.deepEqual(identifiersOf('SecretsManager::Secret', 'x', { ARN: `${arn}-AbCdEf` }), [`arn ${arn}`]);
});

test('a table has the ARN of its stream', (t) => {
  const stream = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders/stream/2026-11-01T00:00:00.000';
  t.deepEqual(identifiersOf('DynamoDB::Table', 'orders', { LatestStreamArn: stream }), [`arn ${stream}`]);
});

test('databases and caches have the hosts of their endpoints', (t) => {
  const host = 'orders.cluster-abc.eu-west-1.rds.amazonaws.com';
  const cluster = { Endpoint: host, ReaderEndpoint: host.replace('cluster-', 'cluster-ro-'), Port: 5432 };
  t.deepEqual(identifiersOf('RDS::DBCluster', 'orders', cluster), [
    `dns ${host}`,
    'dns orders.cluster-ro-abc.eu-west-1.rds.amazonaws.com',
  ]);
  const group = { NodeGroups: [{ PrimaryEndpoint: { Address: 'MASTER.sessions.abc.cache.amazonaws.com' } }] };
  t.deepEqual(identifiersOf('ElastiCache::ReplicationGroup', 'sessions', group), [
    'dns master.sessions.abc.cache.amazonaws.com',
  ]);
});

test('APIs have their host and URL', (t) => {
  const host = 'a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com';
  t.deepEqual(identifiersOf('ApiGateway::RestApi', 'a1b2c3d4e5', { id: 'a1b2c3d4e5' }), [
    `dns ${host}`,
    `url https://${host}`,
  ]);
  const api = { ApiId: 'a1b2c3d4e5', ApiEndpoint: `https://${host}` };
  t.deepEqual(identifiersOf('ApiGatewayV2::Api', 'a1b2c3d4e5', api), [`dns ${host}`, `url https://${host}`]);
});
