import type { ServiceCollectors } from '../declaration/collector.ts';

export const pipes: ServiceCollectors = {
  service: 'pipes',
  client: 'pipes',
  scope: 'regional',
  probe: { operation: 'ListPipes', input: { Limit: 1 } },
  types: [
    {
      resourceType: 'AWS::Pipes::Pipe',
      title: 'EventBridge pipe',
      list: { operation: 'ListPipes', input: { Limit: 100 }, items: 'Pipes[]' },
      details: [{ operation: 'DescribePipe', input: { Name: '{Name}' } }],
      nativeId: 'Name',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: { path: 'Tags' },
      volatile: ['LastModifiedTime', 'CurrentState', 'StateReason'],
      terraform: ['aws_pipes_pipe'],
    },
  ],
};
