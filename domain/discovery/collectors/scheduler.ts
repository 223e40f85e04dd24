import type { ServiceCollectors } from '../declaration/collector.ts';

export const scheduler: ServiceCollectors = {
  service: 'scheduler',
  client: 'scheduler',
  scope: 'regional',
  probe: { operation: 'ListSchedules', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::Scheduler::ScheduleGroup',
      title: 'Schedule group',
      list: { operation: 'ListScheduleGroups', input: { MaxResults: 100 }, items: 'ScheduleGroups[]' },
      nativeId: 'Name',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationDate',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceArn: '{Arn}' }, result: 'Tags' } },
      volatile: ['LastModificationDate', 'State'],
      origin: [{ origin: 'default', when: [{ path: 'Name', equals: 'default' }] }],
      terraform: ['aws_scheduler_schedule_group'],
    },
    {
      resourceType: 'AWS::Scheduler::Schedule',
      title: 'Schedule',
      list: { operation: 'ListSchedules', input: { MaxResults: 100 }, items: 'Schedules[]' },
      details: [{ operation: 'GetSchedule', input: { Name: '{Name}', GroupName: '{GroupName}' } }],
      nativeId: '{GroupName}/{Name}',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationDate',
      embedded: ['Target.Input'],
      volatile: ['LastModificationDate'],
      terraform: ['aws_scheduler_schedule'],
    },
  ],
};
