import type { ServiceCollectors } from '../declaration/collector.ts';

export const kms: ServiceCollectors = {
  service: 'kms',
  client: 'kms',
  scope: 'regional',
  probe: { operation: 'ListKeys', input: { Limit: 1 } },
  types: [
    {
      resourceType: 'AWS::KMS::Key',
      title: 'KMS key',
      notRead: 'Key material, and of more than 500 grants of a key the others.',
      list: { operation: 'ListKeys', input: { Limit: 1000 }, items: 'Keys[]' },
      details: [
        { operation: 'DescribeKey', input: { KeyId: '{KeyId}' }, result: 'KeyMetadata' },
        {
          operation: 'GetKeyPolicy',
          input: { KeyId: '{KeyId}', PolicyName: 'default' },
          result: 'Policy',
          into: 'Policy',
          when: [{ path: 'KeyManager', equals: 'CUSTOMER' }],
        },
        {
          operation: 'GetKeyRotationStatus',
          input: { KeyId: '{KeyId}' },
          into: 'Rotation',
          absent: ['UnsupportedOperationException', 'KMSInvalidStateException'],
          when: [
            { path: 'KeyManager', equals: 'CUSTOMER' },
            { path: 'KeySpec', equals: 'SYMMETRIC_DEFAULT' },
          ],
        },
        {
          operation: 'ListGrants',
          input: { KeyId: '{KeyId}', Limit: 100 },
          result: 'Grants',
          into: 'Grants',
          pages: 5,
          absent: ['KMSInvalidStateException'],
          when: [{ path: 'KeyManager', equals: 'CUSTOMER' }],
        },
      ],
      nativeId: 'KeyId',
      arn: ['Arn', 'KeyArn'],
      name: 'Description',
      createdAt: 'CreationDate',
      tags: { taggingApi: 'kms:key' },
      embedded: ['Policy'],
      settled: { KeyState: { Creating: 'Enabled', Updating: 'Enabled' } },
      // Services create and retire grants while they use the key: Amazon EBS has one for each attached volume.
      volatile: ['Rotation.NextRotationDate', 'Rotation.KeyId', 'Grants'],
      sets: {
        EncryptionAlgorithms: 'kms/latest/APIReference/API_KeyMetadata',
        SigningAlgorithms: 'kms/latest/APIReference/API_KeyMetadata',
      },
      origin: [{ origin: 'default', when: [{ path: 'KeyManager', equals: 'AWS' }] }],
      terraform: [
        'aws_kms_key',
        'aws_kms_replica_key',
        'aws_kms_external_key',
        'aws_kms_replica_external_key',
      ],
    },
    {
      resourceType: 'AWS::KMS::Alias',
      title: 'KMS alias',
      list: { operation: 'ListAliases', input: { Limit: 100 }, items: 'Aliases[]' },
      nativeId: 'AliasName',
      arn: 'AliasArn',
      name: 'AliasName',
      createdAt: 'CreationDate',
      volatile: ['LastUpdatedDate'],
      origin: [{ origin: 'default', when: [{ path: 'AliasName', startsWith: 'alias/aws/' }] }],
      terraform: ['aws_kms_alias'],
    },
  ],
};
