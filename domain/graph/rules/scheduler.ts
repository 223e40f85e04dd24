import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';
import { eventTargets } from './event-targets.ts';

const schedule = 'AWS::Scheduler::Schedule';

/** A universal target (`arn:aws:scheduler:::aws-sdk:sqs:sendMessage`) names an API operation, not a resource. */
export const schedulerRules: readonly EdgeRule[] = [
  edge(schedule, 'GroupName', 'name', 'contained_in', 'AWS::Scheduler::ScheduleGroup'),
  edge(schedule, 'Target.Arn', 'arn', 'triggers', eventTargets, { text: { excludes: ':aws-sdk:' } }),
  edge(schedule, 'Target.Input.QueueUrl', 'url', 'triggers', 'AWS::SQS::Queue'),
  edge(schedule, 'Target.RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(schedule, 'Target.DeadLetterConfig.Arn', 'arn', 'dead_letters_to', 'AWS::SQS::Queue'),
  edge(schedule, 'Target.EcsParameters.TaskDefinitionArn', 'arn', 'triggers', 'AWS::ECS::TaskDefinition'),
  ...encryptedBy(schedule, 'KmsKeyArn'),
];
