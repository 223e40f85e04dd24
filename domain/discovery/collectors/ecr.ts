import type { ServiceCollectors } from '../declaration/collector.ts';

export const ecr: ServiceCollectors = {
  service: 'ecr',
  client: 'ecr',
  scope: 'regional',
  probe: { operation: 'DescribeRepositories', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::ECR::Repository',
      title: 'Container repository',
      notRead: 'Replication and scanning of the registry. The images are AWS::ECR::Image.',
      list: { operation: 'DescribeRepositories', input: { maxResults: 1000 }, items: 'repositories[]' },
      details: [
        {
          operation: 'GetRepositoryPolicy',
          input: { repositoryName: '{repositoryName}' },
          result: 'policyText',
          into: 'policyText',
          absent: ['RepositoryPolicyNotFoundException'],
        },
        {
          operation: 'GetLifecyclePolicy',
          input: { repositoryName: '{repositoryName}' },
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
        call: { operation: 'ListTagsForResource', input: { resourceArn: '{repositoryArn}' }, result: 'tags' },
      },
      embedded: ['policyText', 'lifecyclePolicyText'],
      terraform: ['aws_ecr_repository'],
    },
    {
      resourceType: 'AWS::ECR::Image',
      title: 'Container image',
      parent: 'AWS::ECR::Repository',
      list: {
        operation: 'DescribeImages',
        input: { repositoryName: '{repositoryName}', maxResults: 1000 },
        items: 'imageDetails[]',
        newest: { count: 100, by: 'imagePushedAt', total: 'imagesInRepository' },
      },
      nativeId: '{repositoryName}@{imageDigest}',
      name: ['{repositoryName}:{imageTags[]}', '{repositoryName}@{imageDigest}'],
      createdAt: 'imagePushedAt',
      sets: { imageTags: 'AmazonECR/latest/APIReference/API_ImageDetail' },
      volatile: ['imagesInRepository', 'lastRecordedPullTime', 'imageScanStatus', 'imageScanFindingsSummary'],
      notRead:
        'Of a repository with more than 100 images, the older ones: they are only counted (imagesInRepository), and an ' +
        'image that is no longer among the newest 100 is shown as deleted. Layers, manifests and findings.',
      terraform: [],
    },
  ],
};
