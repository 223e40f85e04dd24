import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, arnOrName, edge } from './edge.ts';
import { eventTargets } from './event-targets.ts';

const rule = 'AWS::Events::Rule';
const bus = 'AWS::Events::EventBus';
const network = 'Targets[].EcsParameters.NetworkConfiguration.awsvpcConfiguration';

export const eventsRules: readonly EdgeRule[] = [
  ...allowedBy(bus, 'Policy'),
  ...arnOrName(rule, 'EventBusName', 'contained_in', bus),
  edge(rule, 'RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(rule, 'Targets[].Arn', 'arn', 'triggers', eventTargets),
  edge(rule, 'Targets[].RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(rule, 'Targets[].DeadLetterConfig.Arn', 'arn', 'dead_letters_to', 'AWS::SQS::Queue'),
  edge(rule, 'Targets[].EcsParameters.TaskDefinitionArn', 'arn', 'triggers', 'AWS::ECS::TaskDefinition'),
  edge(rule, `${network}.Subnets[]`, 'id', 'uses', 'AWS::EC2::Subnet'),
  edge(rule, `${network}.SecurityGroups[]`, 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge('AWS::Events::Archive', 'EventSourceArn', 'arn', 'reads_from', bus),
  edge('AWS::Events::Connection', 'SecretArn', 'arn', 'reads_secret', 'AWS::SecretsManager::Secret'),
  edge('AWS::Events::ApiDestination', 'ConnectionArn', 'arn', 'uses', 'AWS::Events::Connection'),
];
