import type { ServiceCollectors } from '../declaration/collector.ts';

export const codebuild: ServiceCollectors = {
  service: 'codebuild',
  client: 'codebuild',
  scope: 'regional',
  probe: { operation: 'ListProjects' },
  actions: { ListProjects: ['codebuild:ListProjects'], BatchGetProjects: ['codebuild:BatchGetProjects'] },
  types: [
    {
      resourceType: 'AWS::CodeBuild::Project',
      title: 'CodeBuild project',
      notRead: 'Builds and their logs.',
      list: { operation: 'ListProjects', items: 'projects[]', as: 'name' },
      details: [
        {
          operation: 'BatchGetProjects',
          input: { names: '{*}' },
          result: 'projects[]',
          batch: { size: 100, by: 'name', key: 'name' },
        },
      ],
      nativeId: 'name',
      arn: 'arn',
      name: 'name',
      createdAt: 'created',
      tags: { path: 'tags' },
      secrets: ['environment.environmentVariables[].value', 'webhook.secret'],
      volatile: [
        'lastModified',
        'badge.badgeRequestUrl',
        'webhook.status',
        'environment.dockerServer.status',
      ],
      sets: { 'environment.environmentVariables': 'codebuild/latest/APIReference/API_ProjectEnvironment' },
      terraform: ['aws_codebuild_project'],
    },
  ],
};
