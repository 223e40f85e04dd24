import type { ServiceCollectors } from '../declaration/collector.ts';

export const codecommit: ServiceCollectors = {
  service: 'codecommit',
  client: 'codecommit',
  scope: 'regional',
  probe: { operation: 'ListRepositories' },
  types: [
    {
      resourceType: 'AWS::CodeCommit::Repository',
      title: 'CodeCommit repository',
      notRead: 'Branches, commits and files.',
      list: { operation: 'ListRepositories', items: 'repositories[]' },
      details: [
        {
          operation: 'BatchGetRepositories',
          input: { repositoryNames: '{*}' },
          result: 'repositories[]',
          batch: { size: 25, by: 'repositoryName', key: 'repositoryName' },
        },
      ],
      nativeId: 'repositoryName',
      arn: 'Arn',
      name: 'repositoryName',
      createdAt: 'creationDate',
      tags: { call: { operation: 'ListTagsForResource', input: { resourceArn: '{Arn}' }, result: 'tags' } },
      volatile: ['lastModifiedDate'],
      terraform: ['aws_codecommit_repository'],
    },
  ],
};
