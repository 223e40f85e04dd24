import type { ServiceCollectors } from '../declaration/collector.ts';

export const resourceGroups: ServiceCollectors = {
  service: 'resource-groups',
  client: 'resource-groups',
  scope: 'regional',
  probe: { operation: 'ListGroups', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::ResourceGroups::Group',
      title: 'Resource group',
      list: { operation: 'ListGroups', input: { MaxResults: 50 }, items: 'GroupIdentifiers[]' },
      details: [
        {
          operation: 'GetGroupQuery',
          input: { GroupName: '{GroupName}' },
          result: 'GroupQuery',
          absent: ['BadRequestException'],
        },
      ],
      nativeId: 'GroupName',
      arn: 'GroupArn',
      name: 'GroupName',
      tags: { call: { operation: 'GetTags', input: { Arn: '{GroupArn}' }, result: 'Tags' } },
      embedded: ['ResourceQuery.Query'],
      terraform: ['aws_resourcegroups_group'],
    },
  ],
};
