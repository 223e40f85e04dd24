import type { ServiceCollectors } from '../declaration/collector.ts';

/** `ListSecrets` returns metadata and tags; the policy needs a call per secret. Secret values are never read. */
export const secretsManager: ServiceCollectors = {
  service: 'secretsmanager',
  client: 'secrets-manager',
  scope: 'regional',
  probe: { operation: 'ListSecrets', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::SecretsManager::Secret',
      title: 'Secret',
      notRead: 'The value of the secret and its versions.',
      list: { operation: 'ListSecrets', input: { MaxResults: 100 }, items: 'SecretList[]' },
      details: [
        {
          operation: 'GetResourcePolicy',
          input: { SecretId: '{ARN}' },
          result: 'ResourcePolicy',
          into: 'ResourcePolicy',
        },
      ],
      nativeId: 'ARN',
      arn: 'ARN',
      name: 'Name',
      createdAt: 'CreatedDate',
      tags: { path: 'Tags' },
      embedded: ['ResourcePolicy'],
      volatile: [
        'LastAccessedDate',
        'LastChangedDate',
        'LastRotatedDate',
        'NextRotationDate',
        'SecretVersionsToStages',
      ],
      origin: [{ origin: 'child', when: [{ path: 'OwningService', present: true }] }],
      terraform: ['aws_secretsmanager_secret'],
    },
  ],
};
