import type { ServiceCollectors } from '../collector.ts';

/** `ListSecrets` returns metadata and tags. Secret values are never read. */
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
      nativeId: 'ARN',
      arn: 'ARN',
      name: 'Name',
      tags: { path: 'Tags' },
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
