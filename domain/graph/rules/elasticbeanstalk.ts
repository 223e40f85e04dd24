import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const application = 'AWS::ElasticBeanstalk::Application';
const environment = 'AWS::ElasticBeanstalk::Environment';

export const elasticBeanstalkRules: readonly EdgeRule[] = [
  edge(application, 'ResourceLifecycleConfig.ServiceRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(environment, 'ApplicationName', 'name', 'contained_in', 'AWS::ElasticBeanstalk::Application'),
  edge(environment, 'OperationsRole', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(environment, 'EndpointURL', 'dns', 'uses', [
    'AWS::ElasticLoadBalancing::LoadBalancer',
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    'AWS::EC2::EIP',
  ]),
];
