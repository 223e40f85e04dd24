import { endedLambdaRuntimes } from './lambda-runtimes.ts';
import type { SavedFilter } from './saved-filter.ts';

interface BuiltInQuery {
  readonly description: string;
  /** Parameters of `GET /resources`. Those with a table of dates depend on the time. */
  readonly filter: (now: Date) => SavedFilter;
}

/** The conditions of one element, of which each has several forms, and the length of a parameter bounds their number. */
const openToEveryone = '{IpRanges[].CidrIp=0.0.0.0/0}|{Ipv6Ranges[].CidrIpv6=::/0}';
const adminPorts =
  '{IpProtocol=tcp;FromPort<=22;ToPort>=22}|{IpProtocol=tcp|udp;FromPort<=3389;ToPort>=3389}|{IpProtocol=-1}';

/**
 * The queries that every organization begins with, by their key, which is also their name. A new one needs a migration, which adds
 * its key to `saved_queries_built_in_check` and inserts it for existing organizations. Responses of AWS have these forms:
 *
 * - `Encrypted` and `StorageEncrypted` are always present. An Aurora instance has the value of its cluster (RDS API reference,
 *   DBInstance, DBCluster).
 * - An attached volume has `Attachments`, an associated address `AssociationId` (EC2 API reference, Volume, Address). The other
 *   type never has the property.
 * - A security group rule for every protocol has `IpProtocol` -1 and no ports (EC2 API reference, IpPermission).
 * - `CreateVolumePermissions` with the group `all`, and the attribute `restore` with the value `all`, make a snapshot public (EC2
 *   API reference, CreateVolumePermission; RDS API reference, DBSnapshotAttribute).
 * - A log group of the class DELIVERY has a fixed retention (CloudWatch Logs user guide, "Log classes").
 * - A classic load balancer has its listeners in `ListenerDescriptions`; other ones are parents of listeners.
 */
export const builtInQueries = {
  'volumes-unencrypted': {
    description: 'EBS volumes without encryption',
    filter: () => ({ resource_type: 'AWS::EC2::Volume', property: 'Encrypted=false' }),
  },
  'databases-unencrypted': {
    description:
      'Instances and clusters of RDS, Aurora, Neptune and DocumentDB without encryption of their storage',
    filter: () => ({
      resource_type: [
        'AWS::RDS::DBInstance',
        'AWS::RDS::DBCluster',
        'AWS::Neptune::DBInstance',
        'AWS::Neptune::DBCluster',
        'AWS::DocDB::DBInstance',
        'AWS::DocDB::DBCluster',
      ],
      property: 'StorageEncrypted=false',
    }),
  },
  'buckets-without-public-access-block': {
    description: 'S3 buckets whose own public access block is absent, or has a setting that is not true',
    filter: () => ({
      resource_type: 'AWS::S3::Bucket',
      property: ['BlockPublicAcls', 'IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets']
        .map((setting) => `{PublicAccessBlockConfiguration.${setting}!=true}`)
        .join('|'),
    }),
  },
  'databases-public': {
    description: 'Databases of RDS, Aurora, Neptune, DocumentDB and Redshift that are publicly accessible',
    filter: () => ({
      resource_type: [
        'AWS::RDS::DBInstance',
        'AWS::RDS::DBCluster',
        'AWS::Neptune::DBInstance',
        'AWS::DocDB::DBInstance',
        'AWS::Redshift::Cluster',
      ],
      property: 'PubliclyAccessible=true',
    }),
  },
  'lambda-runtimes-ended': {
    description: 'Lambda functions with a runtime that AWS has deprecated',
    filter: (now) => ({
      resource_type: 'AWS::Lambda::Function',
      property: `Runtime=${endedLambdaRuntimes(now).join('|')}`,
    }),
  },
  'addresses-and-volumes-unattached': {
    description: 'Elastic IP addresses that are not associated, and EBS volumes that are not attached',
    filter: () => ({
      resource_type: ['AWS::EC2::EIP', 'AWS::EC2::Volume'],
      property: ['AssociationId:missing', 'Attachments:missing'],
    }),
  },
  'security-groups-open-admin': {
    description: 'Security groups that allow SSH or RDP from every IPv4 or IPv6 address',
    filter: () => ({
      resource_type: 'AWS::EC2::SecurityGroup',
      property: `IpPermissions[]{${adminPorts};${openToEveryone}}`,
    }),
  },
  'roles-trusting-outside': {
    description: 'IAM roles whose trust policy names an account outside of the organization, or everyone',
    filter: () => ({ resource_type: 'AWS::IAM::Role', trusts: ['other_account', 'anyone'] }),
  },
  'access-keys-old': {
    description: 'Active access keys of IAM users that are older than 90 days',
    filter: () => ({
      resource_type: 'AWS::IAM::AccessKey',
      property: ['CreateDate<now-90d', 'Status=Active'],
    }),
  },
  'load-balancers-without-listeners': {
    description: 'Load balancers without a listener',
    filter: () => ({
      resource_type: ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
      property: 'ListenerDescriptions:missing',
      without_child: 'AWS::ElasticLoadBalancingV2::Listener',
    }),
  },
  'log-groups-without-retention': {
    description: 'Log groups whose events never expire',
    filter: () => ({
      resource_type: 'AWS::Logs::LogGroup',
      property: ['retentionInDays:missing', 'logGroupClass!=DELIVERY'],
    }),
  },
  'snapshots-public': {
    description: 'Snapshots of EBS volumes and of databases that every AWS account can restore',
    filter: () => ({
      resource_type: ['AWS::EC2::Snapshot', 'AWS::RDS::DBSnapshot', 'AWS::RDS::DBClusterSnapshot'],
      property: [
        'CreateVolumePermissions[].Group=all',
        ...['DBSnapshotAttributes', 'DBClusterSnapshotAttributes'].map(
          (attributes) => `${attributes}[]{AttributeName=restore;AttributeValues[]=all}`,
        ),
      ]
        .map((condition) => `{${condition}}`)
        .join('|'),
    }),
  },
  'production-unowned': {
    description: 'Resources in a production environment without an owner and an application',
    filter: () => ({ environment_class: 'production', owned: 'false' }),
  },
} as const satisfies Readonly<Record<string, BuiltInQuery>>;

export type BuiltInKey = keyof typeof builtInQueries;
export const builtInKeys = Object.keys(builtInQueries) as readonly BuiltInKey[];
