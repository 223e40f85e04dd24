import type { ServiceCollectors } from '../declaration/collector.ts';

export const states: ServiceCollectors = {
  service: 'states',
  client: 'sfn',
  scope: 'regional',
  probe: { operation: 'ListStateMachines', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::StepFunctions::StateMachine',
      title: 'State machine',
      notRead: 'Executions.',
      list: { operation: 'ListStateMachines', input: { maxResults: 1000 }, items: 'stateMachines[]' },
      details: [{ operation: 'DescribeStateMachine', input: { stateMachineArn: '{stateMachineArn}' } }],
      nativeId: 'stateMachineArn',
      arn: 'stateMachineArn',
      name: 'name',
      createdAt: 'creationDate',
      tags: { taggingApi: 'states:stateMachine' },
      embedded: ['definition'],
      volatile: ['status', 'revisionId'],
      terraform: ['aws_sfn_state_machine'],
    },
    {
      resourceType: 'AWS::StepFunctions::Activity',
      title: 'Step Functions activity',
      list: { operation: 'ListActivities', input: { maxResults: 1000 }, items: 'activities[]' },
      nativeId: 'activityArn',
      arn: 'activityArn',
      name: 'name',
      createdAt: 'creationDate',
      tags: {
        call: { operation: 'ListTagsForResource', input: { resourceArn: '{activityArn}' }, result: 'tags' },
      },
      terraform: ['aws_sfn_activity'],
    },
  ],
};
