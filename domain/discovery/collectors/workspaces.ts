import type { ServiceCollectors } from '../declaration/collector.ts';

export const workspaces: ServiceCollectors = {
  service: 'workspaces',
  client: 'workspaces',
  scope: 'regional',
  probe: { operation: 'DescribeWorkspaces', input: { Limit: 1 } },
  types: [
    {
      resourceType: 'AWS::WorkSpaces::Workspace',
      title: 'WorkSpace',
      notRead: 'Sessions and user data.',
      list: { operation: 'DescribeWorkspaces', input: { Limit: 25 }, items: 'Workspaces[]' },
      nativeId: 'WorkspaceId',
      arn: 'arn:{partition}:workspaces:{region}:{account}:workspace/{id}',
      name: 'ComputerName',
      tags: {
        call: { operation: 'DescribeTags', input: { ResourceId: '{WorkspaceId}' }, result: 'TagList' },
      },
      volatile: [
        'State',
        'ErrorMessage',
        'ErrorCode',
        'ModificationStates',
        'DataReplicationSettings',
        'RelatedWorkspaces[].State',
      ],
      ended: { State: ['TERMINATED'] },
      terraform: ['aws_workspaces_workspace'],
    },
  ],
};
