import type { ServiceCollectors } from '../declaration/collector.ts';

export const aps: ServiceCollectors = {
  service: 'aps',
  client: 'amp',
  scope: 'regional',
  probe: { operation: 'ListWorkspaces', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::APS::Workspace',
      title: 'Prometheus workspace',
      list: { operation: 'ListWorkspaces', input: { maxResults: 1000 }, items: 'workspaces[]' },
      nativeId: 'workspaceId',
      arn: 'arn',
      name: 'alias',
      createdAt: 'createdAt',
      tags: { path: 'tags' },
      volatile: ['status'],
      terraform: ['aws_prometheus_workspace'],
    },
  ],
};
