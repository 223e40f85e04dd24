import type { ServiceCollectors } from '../collector.ts';

export const ecr: ServiceCollectors = {
  service: 'ecr',
  client: 'ecr',
  scope: 'regional',
  probe: {
    operation: 'DescribeRepositories',
    input: {
      maxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::ECR::Repository',
      title: 'Container repository',
      list: {
        operation: 'DescribeRepositories',
        input: {
          maxResults: 1000,
        },
        items: 'repositories[]',
      },
      details: [
        {
          operation: 'GetRepositoryPolicy',
          input: {
            repositoryName: '{repositoryName}',
          },
          result: 'policyText',
          into: 'policyText',
          absent: ['RepositoryPolicyNotFoundException'],
        },
        {
          operation: 'GetLifecyclePolicy',
          input: {
            repositoryName: '{repositoryName}',
          },
          result: 'lifecyclePolicyText',
          into: 'lifecyclePolicyText',
          absent: ['LifecyclePolicyNotFoundException'],
        },
      ],
      nativeId: 'repositoryName',
      arn: 'repositoryArn',
      name: 'repositoryName',
      createdAt: 'createdAt',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: {
            resourceArn: '{repositoryArn}',
          },
          result: 'tags',
        },
      },
      embedded: ['policyText', 'lifecyclePolicyText'],
      terraform: ['aws_ecr_repository'],
    },
  ],
};
