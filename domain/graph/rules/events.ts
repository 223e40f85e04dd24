import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, queueArn, roleArn, secretArn, securityGroupId, subnetId } from './common-edges.ts';
import { edge } from './edge.ts';
import { eventTargets } from './event-targets.ts';

const rule = 'AWS::Events::Rule';
const bus = 'AWS::Events::EventBus';
const network = 'Targets[].EcsParameters.NetworkConfiguration.awsvpcConfiguration';

export const eventsRules: readonly EdgeRule[] = [
  ...allowedBy(bus, 'Policy'),
  edge(rule, 'EventBusName', 'arn', 'contained_in', bus, {
    variant: 'arn',
    example: 'arn:aws:events:eu-west-1:123456789012:event-bus/orders',
  }),
  roleArn(rule, 'RoleArn', 'runs_as'),
  edge(rule, 'Targets[].Arn', 'arn', 'triggers', eventTargets, {
    example: {
      'arn:aws:ecs:eu-west-1:123456789012:cluster/main': true,
      'arn:aws:lambda:eu-west-1:123456789012:function:resize': true,
      'arn:aws:logs:eu-west-1:123456789012:log-group:/events/orders:*':
        'arn:aws:logs:eu-west-1:123456789012:log-group:/events/orders',
    },
  }),
  roleArn(rule, 'Targets[].RoleArn', 'runs_as'),
  queueArn(rule, 'Targets[].DeadLetterConfig.Arn', 'dead_letters_to'),
  edge(rule, 'Targets[].EcsParameters.TaskDefinitionArn', 'arn', 'triggers', 'AWS::ECS::TaskDefinition', {
    example: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/report:3',
  }),
  subnetId(rule, `${network}.Subnets[]`, 'uses'),
  securityGroupId(rule, `${network}.SecurityGroups[]`, 'uses'),
  edge('AWS::Events::Archive', 'EventSourceArn', 'arn', 'reads_from', bus, {
    example: 'arn:aws:events:eu-west-1:123456789012:event-bus/orders',
  }),
  secretArn('AWS::Events::Connection', 'SecretArn', 'reads_secret'),
  edge('AWS::Events::ApiDestination', 'ConnectionArn', 'arn', 'uses', 'AWS::Events::Connection', {
    example: 'arn:aws:events:eu-west-1:123456789012:connection/crm/7b1f2a60',
  }),
];
