import type { ItemCondition, DetailCall, ServiceCollectors } from '../declaration/collector.ts';

const part = (
  operation: string,
  result: string,
  into: string,
  absent: readonly string[] = [],
  when: readonly ItemCondition[] = [],
): DetailCall => ({ operation, input: { Bucket: '{Name}' }, result, into, absent, when });

/**
 * Buckets are listed per region (`BucketRegion`, at that region's endpoint). Detail calls go to the bucket's own region,
 * and a complete cell of a region proves which buckets of that region were deleted.
 */
export const s3: ServiceCollectors = {
  service: 's3',
  client: 's3',
  scope: 'regional',
  probe: { operation: 'ListBuckets', input: { MaxBuckets: 1 } },
  actions: {
    ListBuckets: ['s3:ListAllMyBuckets'],
    GetBucketEncryption: ['s3:GetEncryptionConfiguration'],
    GetBucketLifecycleConfiguration: ['s3:GetLifecycleConfiguration'],
    GetBucketNotificationConfiguration: ['s3:GetBucketNotification'],
    GetBucketReplication: ['s3:GetReplicationConfiguration'],
    GetBucketCors: ['s3:GetBucketCORS'],
    GetPublicAccessBlock: ['s3:GetBucketPublicAccessBlock', 's3:GetAccountPublicAccessBlock'],
    GetObjectLockConfiguration: ['s3:GetBucketObjectLockConfiguration'],
    ListDirectoryBuckets: ['s3express:ListAllMyDirectoryBuckets'],
  },
  types: [
    {
      resourceType: 'AWS::S3::Bucket',
      title: 'S3 bucket',
      notRead:
        'Objects and their keys, metrics, inventory and analytics configurations, and directory buckets.',
      list: {
        operation: 'ListBuckets',
        input: { MaxBuckets: 1000, BucketRegion: '{region}' },
        items: 'Buckets[]',
      },
      details: [
        part(
          'GetBucketEncryption',
          'ServerSideEncryptionConfiguration',
          'ServerSideEncryptionConfiguration',
          ['ServerSideEncryptionConfigurationNotFoundError'],
        ),
        part('GetBucketVersioning', '', 'VersioningConfiguration'),
        part('GetBucketPolicy', 'Policy', 'Policy', ['NoSuchBucketPolicy']),
        part('GetPublicAccessBlock', 'PublicAccessBlockConfiguration', 'PublicAccessBlockConfiguration', [
          'NoSuchPublicAccessBlockConfiguration',
        ]),
        part('GetBucketOwnershipControls', 'OwnershipControls', 'OwnershipControls', [
          'OwnershipControlsNotFoundError',
        ]),
        part('GetBucketLogging', 'LoggingEnabled', 'LoggingEnabled'),
        part('GetBucketNotificationConfiguration', '', 'NotificationConfiguration'),
        part('GetBucketReplication', 'ReplicationConfiguration', 'Replication', [
          'ReplicationConfigurationNotFoundError',
        ]),
        part('GetBucketLifecycleConfiguration', 'Rules', 'LifecycleRules', ['NoSuchLifecycleConfiguration']),
        part('GetBucketCors', 'CORSRules', 'CORSRules', ['NoSuchCORSConfiguration']),
        // With BucketOwnerEnforced, S3 ignores ACLs. Source: S3 user guide, "Controlling ownership of objects".
        part(
          'GetBucketAcl',
          '',
          'Acl',
          [],
          [{ path: 'OwnershipControls.Rules[].ObjectOwnership', noneOf: ['BucketOwnerEnforced'] }],
        ),
        // Object Lock requires versioning. Source: S3 user guide, "Locking objects with Object Lock".
        part(
          'GetObjectLockConfiguration',
          'ObjectLockConfiguration',
          'ObjectLockConfiguration',
          ['ObjectLockConfigurationNotFoundError'],
          [{ path: 'VersioningConfiguration.Status', equals: 'Enabled' }],
        ),
        part(
          'GetBucketPolicyStatus',
          'PolicyStatus',
          'PolicyStatus',
          ['NoSuchBucketPolicy'],
          [{ path: 'Policy', present: true }],
        ),
        part('GetBucketWebsite', '', 'Website', ['NoSuchWebsiteConfiguration']),
      ],
      nativeId: 'Name',
      arn: 'arn:{partition}:s3:::{Name}',
      name: 'Name',
      createdAt: 'CreationDate',
      tags: { taggingApi: 's3' },
      embedded: ['Policy'],
      sets: {
        'NotificationConfiguration.*': 'AmazonS3/latest/API/API_GetBucketNotificationConfiguration',
        'NotificationConfiguration.*[].Events': 'AmazonS3/latest/API/API_QueueConfiguration',
        'CORSRules[].AllowedMethods': 'AmazonS3/latest/API/API_CORSRule',
        'CORSRules[].AllowedOrigins': 'AmazonS3/latest/API/API_CORSRule',
        LifecycleRules: 'AmazonS3/latest/userguide/lifecycle-conflicts',
        'Acl.Grants': 'AmazonS3/latest/userguide/acl-overview',
      },
      terraform: ['aws_s3_bucket'],
    },
    {
      resourceType: 'AWS::S3::AccountPublicAccessBlock',
      title: 'S3 public access block of the account',
      scope: 'global',
      list: {
        client: 's3-control',
        operation: 'GetPublicAccessBlock',
        input: { AccountId: '{account}' },
        items: 'PublicAccessBlockConfiguration',
        page: false,
        absent: ['NoSuchPublicAccessBlockConfiguration'],
      },
      nativeId: '{account}',
      name: 'S3 public access block of {account}',
      terraform: ['aws_s3_account_public_access_block'],
    },
    {
      resourceType: 'AWS::S3::AccessPoint',
      title: 'S3 access point',
      list: {
        client: 's3-control',
        operation: 'ListAccessPoints',
        input: { AccountId: '{account}', MaxResults: 1000 },
        items: 'AccessPointList[]',
      },
      details: [
        {
          client: 's3-control',
          operation: 'GetAccessPoint',
          input: { AccountId: '{account}', Name: '{Name}' },
        },
        {
          client: 's3-control',
          operation: 'GetAccessPointPolicy',
          input: { AccountId: '{account}', Name: '{Name}' },
          result: 'Policy',
          into: 'Policy',
          absent: ['NoSuchAccessPointPolicy'],
        },
      ],
      nativeId: 'Name',
      arn: ['AccessPointArn', 'arn:{partition}:s3:{region}:{account}:accesspoint/{Name}'],
      name: 'Name',
      createdAt: 'CreationDate',
      tags: {
        call: {
          client: 's3-control',
          operation: 'ListTagsForResource',
          input: { AccountId: '{account}', ResourceArn: '{AccessPointArn}' },
          result: 'Tags',
        },
      },
      embedded: ['Policy'],
      terraform: ['aws_s3_access_point'],
    },
  ],
};
