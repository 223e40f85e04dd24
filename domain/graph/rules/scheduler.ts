import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy, queueArn, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';
import { eventTargets } from './event-targets.ts';

const schedule = 'AWS::Scheduler::Schedule';

/** A universal target (`arn:aws:scheduler:::aws-sdk:sqs:sendMessage`) names an API operation, not a resource. */
export const schedulerRules: readonly EdgeRule[] = [
  edge(schedule, 'GroupName', 'name', 'contained_in', 'AWS::Scheduler::ScheduleGroup', {
    example: 'reports',
  }),
  edge(schedule, 'Target.Arn', 'arn', 'triggers', eventTargets, {
    text: { excludes: ':aws-sdk:' },
    example: {
      'arn:aws:ecs:eu-west-1:123456789012:cluster/main': true,
      'arn:aws:scheduler:::aws-sdk:sqs:sendMessage': false,
    },
  }),
  edge(schedule, 'Target.Input.QueueUrl', 'url', 'triggers', 'AWS::SQS::Queue', {
    example: 'https://sqs.eu-west-1.amazonaws.com/123456789012/orders',
  }),
  roleArn(schedule, 'Target.RoleArn', 'runs_as'),
  queueArn(schedule, 'Target.DeadLetterConfig.Arn', 'dead_letters_to'),
  edge(schedule, 'Target.EcsParameters.TaskDefinitionArn', 'arn', 'triggers', 'AWS::ECS::TaskDefinition', {
    example: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/report:3',
  }),
  ...encryptedBy(schedule, 'KmsKeyArn'),
];
