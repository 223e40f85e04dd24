import type { ServiceCollectors } from '../declaration/collector.ts';

export const datasync: ServiceCollectors = {
  service: 'datasync',
  client: 'datasync',
  scope: 'regional',
  probe: { operation: 'ListTasks', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::DataSync::Task',
      title: 'DataSync task',
      list: { operation: 'ListTasks', input: { MaxResults: 100 }, items: 'Tasks[]' },
      details: [{ operation: 'DescribeTask', input: { TaskArn: '{TaskArn}' } }],
      nativeId: 'TaskArn',
      arn: 'TaskArn',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: {
        call: { operation: 'ListTagsForResource', input: { ResourceArn: '{TaskArn}' }, result: 'Tags' },
      },
      volatile: [
        'Status',
        'CurrentTaskExecutionArn',
        'ErrorCode',
        'ErrorDetail',
        'SourceNetworkInterfaceArns',
        'DestinationNetworkInterfaceArns',
      ],
      terraform: ['aws_datasync_task'],
    },
  ],
};
