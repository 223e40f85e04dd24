import type { Json } from '../../../domain/json/json.ts';
import type { BuiltInKey } from '../../../domain/queries/built-in-queries.ts';
import { dayMs } from '../../../domain/time.ts';

interface BuiltInFixture {
  readonly matches: readonly Json[];
  readonly others: readonly Json[];
}

const redacted = `hmac-sha256:${'0'.repeat(64)}`;
const rule = (permission: Json) => ({ IpPermissions: [permission] }) as Json;
const everyone = { IpRanges: [{ CidrIp: '10.0.0.0/8' }, { CidrIp: '0.0.0.0/0' }], Ipv6Ranges: [] };
const everyoneBySix = { IpRanges: [], Ipv6Ranges: [{ CidrIpv6: '::/0' }] };
const block = (change: object = {}): Json => ({
  PublicAccessBlockConfiguration: {
    BlockPublicAcls: true,
    IgnorePublicAcls: true,
    BlockPublicPolicy: true,
    RestrictPublicBuckets: true,
    ...change,
  },
});

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString();

/** Configurations, as AWS returns them, that the conditions of a query hold for, and similar ones that they do not hold for. */
export const builtInFixtures = (now: Date): Readonly<Partial<Record<BuiltInKey, BuiltInFixture>>> => ({
  'volumes-unencrypted': {
    matches: [{ VolumeId: 'vol-1', Encrypted: false }],
    others: [
      { VolumeId: 'vol-2', Encrypted: true, KmsKeyId: 'arn' },
      { VolumeId: 'vol-3' },
      { Encrypted: redacted },
    ],
  },
  'databases-unencrypted': {
    matches: [
      { DBInstanceIdentifier: 'a', Engine: 'postgres', StorageEncrypted: false },
      { DBClusterIdentifier: 'c', Engine: 'aurora-mysql', StorageEncrypted: false, DBClusterMembers: [] },
      // A member of an Aurora cluster has the encryption of the cluster.
      {
        DBInstanceIdentifier: 'm',
        DBClusterIdentifier: 'c',
        Engine: 'aurora-mysql',
        StorageEncrypted: false,
      },
    ],
    others: [
      { DBInstanceIdentifier: 'b', StorageEncrypted: true, PerformanceInsightsEnabled: false },
      { DBInstanceIdentifier: 'd' },
    ],
  },
  'buckets-without-public-access-block': {
    matches: [{ Name: 'a' }, block({ RestrictPublicBuckets: false }), { PublicAccessBlockConfiguration: {} }],
    others: [block()],
  },
  'databases-public': {
    matches: [{ PubliclyAccessible: true, Endpoint: { Port: 5432 } }],
    others: [{ PubliclyAccessible: false }, {}],
  },
  'lambda-runtimes-ended': {
    matches: [{ Runtime: 'nodejs14.x' }, { Runtime: 'python3.9' }, { Runtime: 'go1.x' }],
    others: [
      { Runtime: 'nodejs24.x' },
      { Runtime: 'python3.13' },
      { PackageType: 'Image' },
      { Runtime: 'provided.al2023' },
    ],
  },
  'addresses-and-volumes-unattached': {
    matches: [
      { AllocationId: 'eipalloc-1', PublicIp: '192.0.2.1', Domain: 'vpc' },
      { VolumeId: 'vol-1', Attachments: [] },
    ],
    others: [
      { AllocationId: 'eipalloc-2', AssociationId: 'eipassoc-1', NetworkInterfaceId: 'eni-1' },
      { VolumeId: 'vol-2', Attachments: [{ InstanceId: 'i-1', Device: '/dev/xvda' }] },
    ],
  },
  'security-groups-open-admin': {
    matches: [
      rule({ IpProtocol: 'tcp', FromPort: 22, ToPort: 22, ...everyone }),
      rule({ IpProtocol: 'tcp', FromPort: 3389, ToPort: 3389, ...everyoneBySix }),
      rule({ IpProtocol: 'udp', FromPort: 3000, ToPort: 4000, ...everyone }),
      rule({ IpProtocol: 'tcp', FromPort: 0, ToPort: 65535, ...everyoneBySix }),
      rule({ IpProtocol: '-1', ...everyone }),
      rule({ IpProtocol: '-1', ...everyoneBySix }),
    ],
    others: [
      rule({ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, ...everyone }),
      rule({ IpProtocol: 'udp', FromPort: 22, ToPort: 22, ...everyone }),
      rule({ IpProtocol: 'icmp', FromPort: 8, ToPort: 255, ...everyone }),
      rule({
        IpProtocol: 'tcp',
        FromPort: 22,
        ToPort: 22,
        IpRanges: [{ CidrIp: '10.0.0.0/8' }],
        Ipv6Ranges: [],
      }),
      rule({ IpProtocol: '-1', IpRanges: [], UserIdGroupPairs: [{ GroupId: 'sg-1' }] }),
      {
        IpPermissions: [
          { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '10.0.0.0/8' }] },
          { IpProtocol: 'tcp', FromPort: 443, ToPort: 443, IpRanges: [{ CidrIp: '0.0.0.0/0' }] },
        ],
        IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
      },
      rule({ IpProtocol: 'tcp', FromPort: 23, ToPort: 3388, ...everyone }),
    ],
  },
  'access-keys-old': {
    matches: [{ Status: 'Active', CreateDate: daysBefore(now, 91) }],
    others: [
      { Status: 'Active', CreateDate: daysBefore(now, 89) },
      { Status: 'Inactive', CreateDate: '2020-01-01T00:00:00.000Z' },
      { Status: 'Active' },
    ],
  },
  'load-balancers-without-listeners': {
    matches: [
      { LoadBalancerName: 'classic', ListenerDescriptions: [] },
      { LoadBalancerArn: 'arn', Type: 'application' },
    ],
    others: [{ LoadBalancerName: 'classic', ListenerDescriptions: [{ Listener: { Protocol: 'HTTP' } }] }],
  },
  'log-groups-without-retention': {
    matches: [{ logGroupName: '/a' }, { logGroupName: '/b', logGroupClass: 'STANDARD' }],
    others: [
      { logGroupName: '/c', retentionInDays: 30 },
      { logGroupName: '/d', logGroupClass: 'DELIVERY' },
    ],
  },
  'snapshots-public': {
    matches: [
      { SnapshotId: 'snap-1', CreateVolumePermissions: [{ UserId: '123456789012' }, { Group: 'all' }] },
      { DBSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues: ['all'] }] },
      {
        DBClusterSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues: ['123456789012', 'all'] }],
      },
    ],
    others: [
      { SnapshotId: 'snap-2', CreateVolumePermissions: [{ UserId: '123456789012' }] },
      { SnapshotId: 'snap-3', CreateVolumePermissions: [] },
      { DBSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues: ['123456789012'] }] },
      {
        DBSnapshotAttributes: [
          { AttributeName: 'restore', AttributeValues: [] },
          { AttributeName: 'other', AttributeValues: ['all'] },
        ],
      },
    ],
  },
});
